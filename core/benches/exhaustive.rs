//! Single-threaded benchmarks of solving all of 4×4 and of perft.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use othello_core::exhaustive::Census;
use othello_core::{Passes, Position, Rules, Size, Solution, Start, perft};

fn start(side: u32) -> Position {
    Position::start(Size::new(side, side).expect("there is such a board"), Start::Diagonal)
}

fn solution(criterion: &mut Criterion) {
    let position = start(4);
    let solve =
        || Solution::new(black_box(position), Rules::default()).expect("the board is small");
    criterion.bench_function("solution of 4x4", |bencher| {
        bencher.iter(|| assert_eq!(solve().positions().count(), 12_351));
    });

    let solution = solve();
    criterion.bench_function("census of 4x4", |bencher| {
        bencher.iter(|| {
            let census = Census::new(black_box(&solution));
            let positions = census.positions.iter().map(|layer| layer.total).sum::<u64>();
            assert_eq!((positions, census.games(), census.nodes), (62_789, 60_060, 224_821));
        });
    });
}

fn perft_8x8(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let start = start(8);
    criterion.bench_function("perft 11 of 8x8", |bencher| {
        bencher.iter(|| {
            let lines = pool.install(|| perft(black_box(start), 11, Passes::Ply, &()));
            assert_eq!(lines, Some(212_258_800));
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = solution, perft_8x8
}
criterion_main!(benches);
