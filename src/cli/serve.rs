//! `serve`: the page for any board, and its API, on this machine.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use othello_solver::serve::{Server, ServerOptions};
use othello_solver::tables::ValueTable;

use super::args::{HashArgs, QuietArgs, ThreadArgs};
use super::console::remark;
use super::failure::Failure;
use super::output::print;

/// Serve the page for any board, and its API, on this machine
///
/// The page shows the value of every move on any board. The API under /api/v1 answers other
/// programs in JSON; /api/v1/openapi.json describes it. Ctrl-C ends the server.
///
/// At most four searches run at a time, and no more than --threads; the others wait. They share the
/// memory of --hash.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver serve --open
  othello-solver serve --port 0                   any port that is free
  othello-solver serve --listen 0.0.0.0           for other machines too")]
pub(crate) struct Serve {
    /// The port to listen on; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8464)]
    port: u16,

    /// The address to listen on: another than this machine's own lets others ask, too
    #[arg(long, value_name = "ADDR", default_value_t = Ipv4Addr::LOCALHOST.into())]
    listen: IpAddr,

    /// Let pages of this origin ask too, such as https://example.org; * is any
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Option<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Also answer from this file, which `tabulate` has written
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Serve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let address = SocketAddr::new(self.listen, self.port);
        let table = self.table.as_deref().map(ValueTable::open).transpose();
        let table = table.map_err(Failure::input)?;
        let options = ServerOptions {
            address,
            threads: self.threads.or_all(),
            hash: self.hash.hash,
            table,
            allow_origin: self.allow_origin,
        };
        let server = Server::bind(options).map_err(|error| cannot_listen(address, &error))?;
        let stopper = server.stopper();
        // Where it cannot be caught, Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(move || stopper.stop());
        let url = format!("http://{}/", server.address().map_err(Failure::failed)?);
        print(&format!("listening on {url}\n"))?;
        if self.open
            && let Err(error) = open::that_detached(&url)
        {
            remark(&format!("cannot open the browser: {error}"));
        }
        if !self.quiet.quiet {
            remark("Ctrl-C ends the server");
        }
        server.run().map_err(|error| cannot_listen(address, &error))
    }
}

/// Why nobody can be answered at an address, and what else to try.
fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => "; choose another port with --port, or any with --port 0",
        io::ErrorKind::AddrNotAvailable => "; --listen takes an address of this machine",
        io::ErrorKind::PermissionDenied => "; ports below 1024 are for the system",
        _ => "",
    };
    Failure::Failed(format!("cannot listen on {address}: {error}{hint}"))
}
