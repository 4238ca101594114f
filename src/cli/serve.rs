//! `serve`: runs the server for the page and its API.

use std::env::consts::OS;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use othello_solver::serve::{Server, ServerOptions};
use othello_solver::tables::ValueTable;

use super::prelude::*;

/// Serve the page for any board, and its API, on this machine
///
/// The page shows the value of every move on any board. Other programs can use the JSON API under
/// /api/v1, which is described by /api/v1/openapi.json. Ctrl-C ends the server.
///
/// At most four searches run at a time, and no more than --threads; the others wait. Together they use
/// --hash of memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver serve --open
  othello-solver serve --port 0                   any free port
  othello-solver serve --listen 0.0.0.0           for other machines too")]
pub(crate) struct Serve {
    /// The port to listen on; 0 is any free port
    #[arg(long, value_name = "PORT", default_value_t = 8464)]
    port: u16,

    /// The address or host name to listen on; the default accepts only requests from this machine
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    listen: String,

    /// Also accept requests from pages of this origin, such as https://example.org; * is any
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Option<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Also read values from this file, written by `tabulate`
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    #[command(flatten)]
    resources: ResourceArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Serve {
    pub(crate) fn run(self) -> Result {
        let found = (self.listen.as_str(), self.port).to_socket_addrs();
        // A name may have several addresses. Every machine has IPv4.
        let address = found.map(|all| all.min_by_key(SocketAddr::is_ipv6));
        let address = address.ok().flatten().ok_or_else(|| {
            Failure::Input(format!("--listen: '{}' is not an address of this machine", self.listen))
        })?;
        let table = self.table.as_deref().map(ValueTable::open).transpose();
        let table = table.map_err(Failure::input)?;
        let (threads, hash) = (self.resources.threads(), self.resources.memory.hash);
        let options =
            ServerOptions { address, threads, hash, table, allow_origin: self.allow_origin };
        let server = Server::bind(options).map_err(|error| cannot_listen(address, &error))?;
        // If no handler can be installed, Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(server.stopper());
        let url = format!("http://{}/", server.address().map_err(Failure::failed)?);
        print(&format!("listening on {url}\n"))?;
        if self.open
            && let Err(error) = open(&url)
        {
            remark(&format!("cannot open the browser: {error}"));
        }
        if !self.quiet.quiet {
            remark("Ctrl-C ends the server");
        }
        server.run().map_err(|error| cannot_listen(address, &error))
    }
}

/// Opens an address in the browser.
fn open(url: &str) -> io::Result<Child> {
    let mut opener = Command::new(match OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    });
    opener.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C ends the server, but not a browser that has just started.
    #[cfg(unix)]
    opener.process_group(0);
    opener.spawn()
}

/// Explains why the server cannot start, and what to try.
fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => "; choose another port with --port, or any with --port 0",
        io::ErrorKind::AddrNotAvailable => "; --listen takes an address of this machine",
        io::ErrorKind::PermissionDenied => "; ports below 1024 are reserved for the system",
        _ => "",
    };
    Failure::Failed(format!("cannot listen on {address}: {error}{hint}"))
}
