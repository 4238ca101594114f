//! Pictures in a notebook.

use pyo3::prelude::*;

/// A picture as part of a page, embedded as an image so that its styles stay separate.
#[pyfunction]
pub(crate) fn image(py: Python<'_>, words: &str, svg: &str) -> PyResult<String> {
    let base64 = PyModule::import(py, "base64")?;
    let encoded = base64.call_method1("b64encode", (svg.as_bytes(),))?;
    let encoded: String = encoded.call_method0("decode")?.extract()?;
    Ok(format!("<img alt=\"{words}\" src=\"data:image/svg+xml;base64,{encoded}\">"))
}
