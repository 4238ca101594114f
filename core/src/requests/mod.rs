//! Requests as the server and the JavaScript package get them: named texts, what they ask for, and
//! the documents of what is found in a text, of a running search, and of a problem.

mod duration;
pub mod files;
mod pace;
mod problem;
mod records;
mod request;
mod show;

pub use duration::{ParseDurationError, parse_duration};
pub use pace::{BoundsSoFar, Pace};
pub use problem::{Problem, Result};
pub use records::{Contents, PARAMETERS as READ_PARAMETERS};
pub use request::{Named, Parameters, PlanRequest, ReviewRequest, SearchRequest};
pub use show::{ShowRequest, Shown};
