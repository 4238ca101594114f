//! The rules alone: walks every line of play, move by move.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use othello_core::kernel::{Board4x4, Board8x8, Position, Shape};
use othello_core::{Start, Turn};

/// Perft by definition, without shortcuts. A pass counts as a ply.
fn walk<S: Shape>(position: Position<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.turn() {
        Turn::Place => {
            let next = |square| walk(position.play_unchecked(square), depth - 1);
            position.moves().into_iter().map(next).sum()
        }
        Turn::Pass => walk(position.pass(), depth - 1),
        Turn::Over => 1,
    }
}

fn load<S: Shape>(criterion: &mut Criterion, name: &str, depth: u32, lines: u64) {
    let start = Start::Diagonal.position::<S>();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| assert_eq!(walk(black_box(start), depth), lines));
    });
}

fn rules(criterion: &mut Criterion) {
    load::<Board4x4>(criterion, "walk 4x4 to depth 12", 12, 57_436);
    load::<Board8x8>(criterion, "walk 8x8 to depth 9", 9, 3_005_288);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = rules
}
criterion_main!(benches);
