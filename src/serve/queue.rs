//! How many searches run at the same time, and how many wait.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::problem::Problem;

/// The most searches that wait for others to end.
const WAITING: usize = 32;

/// A few searches run at a time, and a few more wait.
#[derive(Debug)]
pub(super) struct Queue {
    /// The most searches at a time.
    most: usize,
    slots: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// A place in the queue, which may be at its head.
#[derive(Debug)]
pub(super) enum Place {
    First(OwnedSemaphorePermit),
    Waiting { _place: OwnedSemaphorePermit, slots: Arc<Semaphore> },
}

impl Queue {
    pub(super) fn new(most: usize) -> Self {
        let [slots, places] = [most, WAITING].map(|number| Arc::new(Semaphore::new(number)));
        Self { most, slots, places }
    }

    /// A place, unless none is left.
    pub(super) fn place(&self) -> Result<Place, Problem> {
        if let Ok(slot) = self.slots.clone().try_acquire_owned() {
            return Ok(Place::First(slot));
        }
        match self.places.clone().try_acquire_owned() {
            Ok(place) => Ok(Place::Waiting { _place: place, slots: self.slots.clone() }),
            Err(_) => Err(Problem::too_many()),
        }
    }

    /// How many searches run.
    pub(super) fn running(&self) -> usize {
        self.most - self.slots.available_permits()
    }

    /// How many searches wait.
    pub(super) fn waiting(&self) -> usize {
        WAITING - self.places.available_permits()
    }
}

impl Place {
    /// Waits until those before have ended. The search may run as long as this is kept.
    pub(super) async fn slot(self) -> OwnedSemaphorePermit {
        match self {
            Self::First(slot) => slot,
            Self::Waiting { slots, .. } => {
                slots.acquire_owned().await.expect("the queue is never closed")
            }
        }
    }
}
