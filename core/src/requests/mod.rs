//! Requests as the server and the JavaScript package get them: named texts, what they ask for, and
//! the documents of what is found in a text, of a running search, and of a problem.

mod duration;
mod pace;
mod problem;
mod records;
mod request;

pub use duration::{ParseDurationError, parse_duration};
pub use pace::{BoundsSoFar, Pace};
pub use problem::{Problem, Result};
pub use records::{Contents, PARAMETERS as READ_PARAMETERS};
pub use request::{Parameters, PlanRequest, ReviewRequest, SearchRequest};
