//! Nothing that is wrong is believed: files are damaged, exchanged, and forged in every way that
//! has come to mind. CONTRIBUTING.md has the table of what is tried.

mod certificates;
mod folders;
mod numbers;
mod results;
mod selective;
mod tables;
