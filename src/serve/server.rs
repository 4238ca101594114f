//! The server itself: its address, its connections, and how it ends.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::HeaderValue;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::api::Api;
use super::body::Bodies;
use super::guard::Guard;
use super::routes::routes;
use super::searches::Searches;
use crate::tables::ValueTable;

/// The most connections at a time.
const CONNECTIONS: u32 = 512;

/// How long a connection may take to send the head of its next request.
const PATIENCE: Duration = Duration::from_secs(5);

/// The most bytes of the head of a request, and of an answer that waits to be sent.
const BUFFER: usize = 16 << 10;

/// How long a client may read nothing while there is something for it.
const STALLED: Duration = Duration::from_secs(10);

/// The bytes that the system keeps of an answer until its client reads them: few, so that a client
/// that reads nothing is noticed soon.
const SENT: usize = 16 << 10;

/// How long a server that stops waits for its answers to be sent, and for its searches to end.
const FAREWELL: Duration = Duration::from_millis(300);

/// The stack of the threads that search: that of the main thread of a program.
const STACK: usize = 8 << 20;

/// How a server works.
#[derive(Debug)]
pub struct ServerOptions {
    /// Where it listens; port 0 stands for any that is free.
    pub address: SocketAddr,
    /// The number of threads for all searches together.
    pub threads: usize,
    /// The memory for the tables of all searches together, in bytes.
    pub hash: usize,
    /// A table whose positions need no search.
    pub table: Option<ValueTable>,
    /// An origin whose pages may ask, or `*` for all.
    pub allow_origin: Option<String>,
}

/// A server that is bound to its address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    runtime: Runtime,
    searches: Arc<Searches>,
    routes: Router,
    stopping: watch::Sender<bool>,
}

/// Stops a server, from any thread.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// The server ends within a second, and so do its searches.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Listens at the address; [`run`](Self::run) answers.
    ///
    /// # Errors
    ///
    /// If the address is not one of this machine, or is in use, or if the origin is no text.
    pub fn bind(options: ServerOptions) -> io::Result<Self> {
        let listener = TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        let is_local = listener.local_addr()?.ip().is_loopback();
        let searches = Arc::new(Searches::new(options.threads, options.hash, options.table));
        let origin = options.allow_origin.map(HeaderValue::try_from).transpose();
        let guard = Guard { is_local, origin: origin.map_err(io::Error::other)? };
        let api = Api { searches: searches.clone(), bodies: Bodies::new() };
        let routes = routes(Arc::new(api), guard);
        let runtime =
            Builder::new_current_thread().enable_all().thread_stack_size(STACK).build()?;
        let stopping = watch::Sender::new(false);
        Ok(Self { listener, runtime, searches, routes, stopping })
    }

    /// The address, with the port that was chosen.
    ///
    /// # Errors
    ///
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// What stops the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stopping.clone())
    }

    /// Answers until the server is stopped.
    ///
    /// # Errors
    ///
    /// If the system lets it accept no connections.
    pub fn run(self) -> io::Result<()> {
        let Self { listener, runtime, searches, routes, stopping } = self;
        let accepted = runtime.block_on(async {
            let connections = Arc::new(Semaphore::new(CONNECTIONS as usize));
            let mut stopped = stopping.subscribe();
            let accepted = accept(listener, &connections, &routes, &stopping);
            let stopped = stopped.wait_for(|&stopped| stopped);
            let accepted = match select(pin!(accepted), pin!(stopped)).await {
                Either::Left((accepted, _)) => accepted,
                Either::Right(_) => Ok(()),
            };
            searches.stop();
            let _ = timeout(FAREWELL, connections.acquire_many(CONNECTIONS)).await;
            accepted
        });
        runtime.shutdown_timeout(FAREWELL);
        accepted
    }
}

async fn accept(
    listener: TcpListener,
    connections: &Arc<Semaphore>,
    routes: &Router,
    stopping: &watch::Sender<bool>,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let place = connections.clone().acquire_owned().await.expect("it is never closed");
        // The connection is gone already, or the system has no more of something.
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (routes, stopped) = (routes.clone(), stopping.subscribe());
        tokio::spawn(async move {
            answer(stream, routes, stopped).await;
            drop(place);
        });
    }
}

/// Answers the requests of a connection.
async fn answer(stream: TcpStream, routes: Router, mut stopped: watch::Receiver<bool>) {
    // An event is to be sent at once.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(SENT);
    let mut stream = Box::pin(TimeoutStream::new(stream));
    stream.as_mut().set_write_timeout_pinned(Some(STALLED));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
    let mut connection = pin!(connection);
    let stopped = stopped.wait_for(|&stopped| stopped);
    // What a client does wrong, or that it is gone, concerns nobody else.
    let is_stopped = matches!(select(connection.as_mut(), pin!(stopped)).await, Either::Right(_));
    if is_stopped {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}
