//! Requests as the server and the JavaScript package receive them: named texts, and the questions in
//! them; and the documents for the contents of a text, a running search and a problem.

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
