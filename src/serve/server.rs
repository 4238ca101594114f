//! The server itself: its address, its connections and its shutdown.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::HeaderValue;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustix::net::sockopt::set_socket_send_buffer_size;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::guard::Guard;
use super::routes::routes;
use super::searches::Searches;
use super::sync::{hasty, unless};
use crate::tables::ValueTable;

/// The maximum number of connections.
const CONNECTIONS: usize = 512;

/// The time limit for the head of the next request on a connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum size of the head of a request, and of the part of a response that waits to be sent.
const BUFFER_BYTES: usize = 16 << 10;

/// A client that does not read its response for this long is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The size of the system's buffer for a response. It is small so that a client that does not read is
/// noticed soon.
const SEND_BUFFER_BYTES: usize = 16 << 10;

/// How long a server waits for its responses when it stops, and then for its searches.
const SHUTDOWN_TIME: Duration = Duration::from_millis(300);

/// The stack size of the threads that search, which is the usual one of a main thread.
const STACK_BYTES: usize = 8 << 20;

/// The options of a server.
#[derive(Debug)]
pub struct ServerOptions {
    /// The address to listen on. Port 0 selects a free port.
    pub address: SocketAddr,
    /// The total number of threads for searches.
    pub threads: usize,
    /// The total memory for the transposition tables of all searches, in bytes.
    pub hash: usize,
    /// A table of positions that need no search.
    pub table: Option<ValueTable>,
    /// An origin whose pages may make requests, or `*` for all origins.
    pub allow_origin: Option<String>,
}

/// A server that is bound to its address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    runtime: Runtime,
    routes: Router,
    stopping: watch::Sender<bool>,
}

impl Server {
    /// Binds the server to its address. [`run`](Self::run) then answers requests.
    ///
    /// # Errors
    ///
    /// If the address is in use or does not belong to this machine, or if the origin is not valid in
    /// a header.
    pub fn bind(options: ServerOptions) -> io::Result<Self> {
        let listener = TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        let origin = options.allow_origin.map(HeaderValue::try_from).transpose();
        let origin = origin.map_err(io::Error::other)?;
        let guard = Guard::new(listener.local_addr()?.ip(), origin);
        let runtime =
            Builder::new_current_thread().enable_all().thread_stack_size(STACK_BYTES).build()?;
        let _context = runtime.enter();
        let ServerOptions { threads, hash, table, .. } = options;
        let stopping = watch::Sender::new(false);
        let searches = Searches::new(threads, hash, table, stopping.subscribe());
        let routes = routes(Arc::new(searches), guard);
        Ok(Self { listener, runtime, routes, stopping })
    }

    /// The address, with the port that was selected.
    ///
    /// # Errors
    ///
    /// If the system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A function that stops the server and its searches within a second, from any thread.
    pub fn stopper(&self) -> impl Fn() + Send + Sync + use<> {
        let stopping = self.stopping.clone();
        move || _ = stopping.send_replace(true)
    }

    /// Answers requests until the server is stopped.
    ///
    /// # Errors
    ///
    /// If the system does not let it accept connections.
    pub fn run(self) -> io::Result<()> {
        let Self { listener, runtime, routes, stopping } = self;
        let accepted = runtime.block_on(async {
            let connections = GracefulShutdown::new();
            let accepted = accept(listener, routes, &connections);
            let mut stopping = stopping.subscribe();
            let failed = unless(stopping.wait_for(|&it| it), accepted).await;
            let _ = timeout(SHUTDOWN_TIME, connections.shutdown()).await;
            failed.unwrap_or(Ok(()))
        });
        runtime.shutdown_timeout(SHUTDOWN_TIME);
        accepted
    }
}

/// Accepts connections and answers the requests on them.
async fn accept(
    listener: TcpListener,
    routes: Router,
    connections: &GracefulShutdown,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let permit = free.clone().acquire_owned().await;
        // The client has already disconnected, or the system has run out of a resource.
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Events are small and should be sent immediately.
        let _ = stream.set_nodelay(true);
        let _ = set_socket_send_buffer_size(&stream, SEND_BUFFER_BYTES);
        let mut stream = Box::pin(TimeoutStream::new(stream));
        stream.as_mut().set_write_timeout_pinned(Some(hasty(WRITE_TIMEOUT)));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(hasty(HEAD_TIMEOUT))
            .max_buf_size(BUFFER_BYTES)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes.clone()));
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // Ignore client errors and disconnects.
            let _ = connection.await;
            drop(permit);
        });
    }
}
