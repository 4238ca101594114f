//! The documents about the API of the server.

use serde::Serialize;
use serde_json::Value;

/// The state of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Health {
    /// `ok`.
    pub status: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The number of running searches.
    pub running: usize,
    /// The number of waiting searches.
    pub waiting: usize,
    /// The number of searches started so far.
    pub begun: u64,
}

/// The resources of the API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Index"))]
pub struct ApiIndex {
    /// The resources.
    resources: Vec<Resource>,
}

/// A path of the API and its purpose.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Resource {
    /// The HTTP method.
    method: String,
    /// The path. A name in braces is a placeholder.
    path: String,
    /// A summary of the response.
    summary: String,
}

impl ApiIndex {
    /// The resources in a description in the OpenAPI format.
    ///
    /// # Panics
    ///
    /// If the description is not JSON.
    pub fn of_description(text: &str) -> Self {
        let description: Value = serde_json::from_str(text).expect("it is JSON");
        let mut resources = Vec::new();
        for (path, methods) in description["paths"].as_object().into_iter().flatten() {
            for (method, about) in methods.as_object().into_iter().flatten() {
                let (method, path) = (method.to_uppercase(), path.clone());
                let summary = about["summary"].as_str().unwrap_or_default().to_owned();
                resources.push(Resource { method, path, summary });
            }
        }
        Self { resources }
    }
}
