// The page's texts in English.
//
// Each text is a whole sentence, phrase or label, or a function that returns one, so each language
// can use its own grammar. The functions take colours as `black` and `white`, plies as displayed, and
// values with their signs. Every language has the same keys.

export function english() {
  const grouped = (number) => number.toLocaleString('en');
  const counted = (number, one, many = `${one}s`) => `${grouped(number)} ${number === 1 ? one : many}`;
  const color = { black: 'Black', white: 'White' };
  const capitalized = (text) => text[0].toUpperCase() + text.slice(1);
  const listed = (parts) => new Intl.ListFormat('en-GB').format(parts);
  const inWords = (number) =>
    ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][number] ?? `${number}`;

  const answer = (side, reply) => `${color[side]} answers with ${reply}`;
  const forcedPass = (side) => `${color[side]} must pass`;
  const discsIn = (text) => `${text} ${text === '1' ? 'disc' : 'discs'}`;
  const losing = (discs) => `loses ${counted(discs, 'disc')}`;
  const move = (side, ply) => `${color[side]}: ${ply}`;

  return {
    language: 'en',
    name: 'English',

    /** The texts of page.html, which may have markup. */
    page: {
      brand: 'Othello, solved',
      tagline: 'every move’s exact value',
      boards: 'Board',
      otherBoard: 'Other',
      columns: 'Columns',
      rows: 'Rows',
      showBoard: 'Show',

      play: 'Play',
      board: 'Board',
      scrolls: 'The board is wider than the screen. Scroll it sideways to see the rest.',
      navigation: 'Go through the game',
      first: 'To the start',
      back: 'One move back',
      forward: 'One move forward',
      last: 'To the last move',
      undo: 'Undo',
      redo: 'Redo',
      playBest: 'Best move',
      searchAnyway: 'Search anyway',
      stopSearch: 'Stop',
      restart: 'Restart',
      setUp: 'Set up',
      guess: 'Guess first',
      guessing:
        'The values are hidden. Choose a move, say why you like it, and play it. Then “Guess first” shows the values again.',
      share: 'Share this position',
      brush: 'Brush',
      brushTurns: 'By turns',
      brushEmpty: 'Empty',
      parts: 'Parts of the page',
      movesTab: 'Moves',
      gameTab: 'Game',
      planTab: 'Plan',
      optionsTab: 'Options',
      lessonTab: 'Lesson',
      shareTab: 'Share',
      helpTab: 'Help',
      switchSide: 'Switch side',
      clear: 'Clear',
      cancel: 'Cancel',
      done: 'Done',
      anything: 'Paste or drop a game, a position or a link',
      open: 'Open',

      moves: 'Moves from here',
      move: 'Move',
      value: 'Value',
      loses: 'Loses',
      then: 'Then',
      outcomes: 'Won, drawn, lost',
      games: 'Games',
      plan: 'A plan',
      mapTitle: 'Map of all games from here',
      map:
        'Each row is one ply deeper, and a block’s width is its share of the games. Values are for ' +
        '<span id="viewpoint"></span>, the player to move.',
      draw: 'draw',
      line: 'Best play from here',

      game: 'The game so far',
      curve:
        'Where the curve is flat, neither player lost a disc. A ring marks a move that changed the outcome, a bar the ' +
        'typical error of a forecast.',
      review: 'Review the game',
      reviewTime: 'Time for the review',
      fiveSeconds: 'for 5 seconds',
      twentySeconds: 'for 20 seconds',
      oneMinute: 'for a minute',

      opponent: 'Computer',
      answer: 'Plays',
      nobody: 'neither side',
      black: color.black,
      white: color.white,
      level: 'Strength',
      perfect: 'perfect',
      strong: 'strong',
      club: 'club player',
      beginner: 'beginner',
      rules: 'Rules',
      start: 'Start',
      diagonal: 'diagonal',
      parallel: 'parallel',
      objective: 'Objective',
      most: 'most discs win',
      fewest: 'fewest discs win',
      score: 'Score',
      discs: 'discs only',
      emptiesToWinner: 'empties to winner',
      preferences: 'Display and keys',
      values: 'Values',
      shown: 'shown',
      hidden: 'hidden',
      taps: 'A square is played by',
      firstTap: 'one tap',
      secondTap: 'two taps; the first shows the move',
      letters: 'Keys n, u and r',
      lettersOn: 'are shortcuts',
      lettersOff: 'do nothing',

      position: 'Position',
      transcript: 'Game',
      link: 'Link',
      copyPosition: 'Copy<span class="unseen"> the position</span>',
      copyTranscript: 'Copy<span class="unseen"> the game</span>',
      sgf: 'As SGF',
      copySgf: 'Copy<span class="unseen"> the game and its variations as SGF</span>',
      copyLink: 'Copy<span class="unseen"> the link</span>',
      copyHint:
        'Type or paste a position (cells and side to move, or OBF) or a game (moves or GGF), then press ' +
        '<kbd>Enter</kbd>.',

      howToPlay: 'The rules',
      howToPlayText:
        'Black moves first. A legal move encloses one or more of the opponent’s discs in an unbroken straight line ' +
        'between the new disc and another disc of the same colour. All discs enclosed this way, in any of the eight ' +
        'directions, are flipped. A player with no legal move passes. The game ends when neither player can move, ' +
        'and the player with more discs wins. ' +
        '<a href="https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english">' +
        'Official rules</a>',
      theValues: 'The values',
      exactText:
        'The number on a square is the final score if the player to move plays there and both sides then play ' +
        'perfectly. <span class="value exact win">+4</span> means that the player to move finishes four discs ahead, ' +
        '<span class="value exact loss">−4</span> four discs behind, and <span class="value exact draw">0</span> is ' +
        'a draw. A star and an outline mark the best moves.',
      boundsText:
        '<span class="value bounds win">≥+2</span> has been proved so far: the value is at least +2. ' +
        '<span class="value forecast open">≈+3</span> is a forecast and may be wrong, like everything marked ≈. Point ' +
        'at the move to see the forecast’s typical error below the board.',
      lossText:
        'The table shows how many discs each move <em>loses</em> compared with the best move, and so do the numbers ' +
        'after the moves of the game; ≈ means by forecast. Point at a move to see the discs it flips and the best ' +
        'reply.',
      mapAndCurve: 'The map and the curve',
      mapText:
        'On small boards, the map shows all games that can follow. Click a block to jump to that position, or select ' +
        'one with the arrow keys and press <kbd>Enter</kbd>.',
      curveText:
        'The curve shows the value after each move. Above the line Black is ahead, below it White. With best play, ' +
        'the value stays the same. Click anywhere to jump there, or use the arrow keys.',
      lesson: 'A lesson',
      lessonText:
        'Who wins on 4×4, and how can anyone be sure? A lesson of 45 minutes, with a plan for the teacher, a page for the ' +
        'pupils, and their answers.',
      printPlan: 'Print the lesson plan',
      printPupils: 'Print the pupils’ page',
      printAnswers: 'Print the answers',
      printing: 'This position on paper',
      printingText: 'Print the page to get the board with its values, or print a worksheet without them.',
      printWorksheet: 'Print a worksheet',
      worksheet: 'Find the value of each move: the final score with best play by both sides.',
      why: 'Why',

      about:
        '4×4 is solved completely; 5×5, 6×6 and most boards of up to 44 squares from the start; 8×8 from about 20 ' +
        'empty squares on.',
      made: 'Made with <span class="project"></span>, free software under the MIT or Apache 2.0 licence.',
    },
    /** How to use the board: by the mouse and keys, with or without letters as shortcuts, or by touch. */
    hint: {
      letters:
        'Point at a move to see what it does. Arrow keys move on the board, <kbd>Enter</kbd> plays; <kbd>n</kbd> ' +
        'plays the best move or passes, <kbd>u</kbd> undoes and <kbd>r</kbd> redoes.',
      keys: 'Point at a move to see what it does. Arrow keys move on the board, and <kbd>Enter</kbd> plays.',
      taps: 'Tap a move to see what it does, and once more to play it.',
    },

    title: (columns, rows) => `${columns}×${rows} Othello`,
    documentTitle: (columns, rows) => `${columns}×${rows} Othello, exact values`,
    /** The special features of the board, after the title. */
    details: {
      custom: 'custom position',
      diagonal: 'diagonal start',
      parallel: 'parallel start',
      fewest: 'fewest discs win',
      emptiesToWinner: 'empty squares go to the winner',
    },
    boardSize: (columns, rows) => `The board has ${columns} columns and ${rows} rows.`,
    solved: (positions, milliseconds) =>
      `This page has just solved all ${counted(positions, 'position')} in ${milliseconds} ms.`,

    grouped,
    color,
    disc: { black: 'black disc', white: 'white disc' },
    discs: (discs) => counted(discs, 'disc'),
    pass: 'pass',
    passButton: 'Pass',
    move: (side, ply) => `${move(side, ply)}.`,
    colorCount: (side, number) => `${color[side]}: ${number}.`,

    turn: {
      place: (side) => `${color[side]} to move`,
      pass: forcedPass,
      over: () => 'Game over',
      setUp: (side) => `Setting up, ${color[side]} to move`,
    },
    setUpHint: 'Choose a brush, and click or drag over squares. “By turns” is black, white, then empty.',
    tapAgain: (ply) => `Tap ${ply} again to play it.`,
    noMove: (side) => `${color[side]} has no legal move.`,
    gameOver: 'The game is over.',
    boardFull: 'The board is full.',
    neitherMoves: 'Neither player has a legal move.',
    sentences: (parts) => parts.join(' '),
    sentence: (text) => `${text}.`,

    /** The disc count, Black’s first, and the empty squares. */
    discCount: (black, white, empty) =>
      `${black} to ${white}${empty === 0 ? '' : `, ${counted(empty, 'square')} empty`}`,

    /** An estimate of a value, read aloud as one of several phrases. */
    estimate: {
      exact: (value) => `value ${value}`,
      forecast: (value, error) => `forecast ${value}${error ? `, give or take ${error}` : ''}`,
      between: (lower, upper) => `between ${lower} and ${upper}`,
      atLeast: (lower) => `at least ${lower}`,
      atMost: (upper) => `at most ${upper}`,
      unknown: 'value not known yet',
    },

    /** How a game ends, as a clause; the functions in `verdict` make sentences of it. */
    outcome: {
      win: (winner, discs) => `${color[winner]} wins by ${discs}`,
      draw: 'the game is a draw',
      withDiscs: (outcome, discCount) => `${outcome} (${discCount})`,
      likelyWin: (winner, discs) => `${color[winner]} by ${discs}`,
      likelyDraw: 'a draw',
      forecast: (outcome, error) => `${outcome}, ${error ? `give or take ${error}` : 'roughly'}`,
      between: (one, other) => `between ${one} and ${other}`,
      winByOrMore: (winner, discs) => `${color[winner]} wins by ${discs} or more`,
      drawAtWorst: (side) => `${color[side]} draws at worst`,
      drawAtBest: (side) => `${color[side]} draws at best`,
      lossAtWorst: (side, discs) => `${color[side]} loses by ${discs} at worst`,
      winAtBest: (side, discs) => `${color[side]} wins by ${discs} at best`,
      unknown: 'not known yet',
    },
    verdict: {
      final: (outcome) => `${capitalized(outcome)}.`,
      exact: (outcome) => `With best play, ${outcome}.`,
      bounds: (outcome) => `Proved so far: ${outcome}.`,
      forecast: (outcome) => `Forecast: ${outcome}.`,
      unknown: () => 'The value is not known yet.',
      discs: (discCount) => `Discs: ${discCount}.`,
    },

    /** The parts of a square's label. */
    square: {
      joined: (parts) => parts.join(', '),
      last: 'last move',
      planned: 'planned',
      legal: 'legal move',
      empty: 'empty',
      best: 'best',
      loses: losing,
      answer,
      forcedPass,
    },
    /** Sentences on a move. */
    refutation: {
      estimate: (ply, estimate) => `${ply}: ${estimate}.`,
      best: (ply) => `${ply} is a best move.`,
      loses: (ply, discs) => `${ply} ${losing(discs)}.`,
      answer: (side, reply) => `${answer(side, reply)}.`,
      forcedPass: (side) => `${forcedPass(side)}.`,
    },

    /** The moves from here, by their outcomes: the numbers of `win`, `draw`, `loss` and `open`. */
    outcomes: (side, outcomes) => {
      const verbs = {
        win: ['wins', 'win'], draw: ['draws', 'draw'], loss: ['loses', 'lose'], open: ['is undecided', 'are undecided'],
      };
      const all = Object.values(outcomes).reduce((sum, number) => sum + number);
      const parts = Object.entries(outcomes).filter(([, number]) => number > 0)
        .map(([outcome, number]) => ({ outcome, number, verb: verbs[outcome][number === 1 ? 0 : 1] }));
      if (parts.length > 1) {
        const each = listed(parts.map(({ number, verb }) => `${inWords(number)} ${verb}`));
        return `Of ${color[side]}’s ${inWords(all)} moves, ${each}.`;
      }
      const [{ outcome, verb }] = parts;
      const subject = { 1: 'The only move', 2: 'Both moves' }[all] ?? `All ${inWords(all)} moves`;
      return `${subject} ${verb}${outcome === 'open' ? '' : ` for ${color[side]}`}.`;
    },
    passOutcome: {
      win: (side) => `${color[side]} must pass and wins.`,
      draw: (side) => `${color[side]} must pass and draws.`,
      loss: (side) => `${color[side]} must pass and loses.`,
      open: (side) => `${color[side]} must pass.`,
    },
    /** How the games that are still possible end, for the player just named. */
    possibleGames: (games, wins, draws, losses) =>
      `${counted(games, 'game')}: ${grouped(wins)} won, ${grouped(draws)} drawn, ${grouped(losses)} lost.`,
    plan: {
      about: 'A plan has a move for every position that the opponent can reach, and secures the best possible score.',
      tooManyEmpties: (empties) => `There are plans for positions with at most ${empties} empty squares.`,
      needsSolver: 'To see plans for this board, run “othello-solver serve”.',
      show: (side) => `Show ${color[side]}’s plan`,
      making: 'Looking for a small plan …',
      secures: (side, score) => {
        const result = score > 0 ? `wins by at least ${score}` : score < 0 ? `loses by at most ${-score}` : 'at least draws';
        return `${color[side]} ${result}, whatever ${color[side === 'black' ? 'white' : 'black']} does.`;
      },
      size: (positions, isSmallest) =>
        `The plan has ${counted(positions, 'position')}, not counting mirror images` +
        `${isSmallest ? '; no plan has fewer' : ''}.`,
      step: (number, positions, isTurned, side) =>
        `Step ${grouped(number)} of ${grouped(positions)}${isTurned ? ' as a mirror image' : ''}: ${color[side]} plays`,
      mayPlay: (side) => `${color[side]} may play`,
      left: (side, number, ply, planned) =>
        `${color[side]} left the plan with ${number}. ${ply}; the planned move was ${planned}.`,
      elsewhere: 'This position is not in the plan.',
      goBack: 'Back to the plan',
      tryToBreak: 'Try to break it',
      stopPlaying: 'Stop playing',
      hide: 'Hide the plan',
      result: (side, promised, reached) =>
        `${color[side]}’s plan promised ${promised} or better, and the result is ${reached}.`,
    },

    lineEnds: 'game over',
    map: {
      label: (plies) => `Map of the next ${counted(plies, 'ply', 'plies')} by share of games`,
      block: (plies, value, games) => `${plies}: ${value}, ${counted(games, 'game')}`,
      wins: (side) => `${color[side]} wins`,
      loses: (side) => `${color[side]} loses`,
    },

    notKnown: 'Not known yet.',
    start: 'Start',
    playLikely: '≈ Best move',
    /** A branch of the game, for its button: the number of its first ply, that ply's player, and its plies. */
    branch: (number, side, plies) => `Variation from move ${number}, ${color[side]}: ${plies}`,
    dropBranch: (plies) => `Delete the variation ${plies}`,
    /** How the computer plays at each strength. */
    strength: {
      perfect: ({ position, knowledge, settings }, isSolved) => {
        const ahead = knowledge.aheadOf(position, settings);
        return isSolved ? 'Never loses a disc.'
          : `Perfect from about 22 empty squares on; before that, by a forecast${ahead ? `, here ${counted(ahead, 'ply', 'plies')} ahead` : ''}.`;
      },
      strong: () => 'Mostly a best move, or one that loses a disc or two.',
      club: () => 'Often a move that loses about four discs.',
      beginner: () => 'Often a move that loses a dozen discs.',
      none: () => 'Plays any legal move: this page has no values for this board.',
    },
    /** A ply of a line. `lost` is its loss in discs, such as `3` or `≈3`. */
    chip: (number, side, ply, lost, isTurningPoint, isGuess) =>
      `${number}. ${move(side, ply)}${isGuess ? ', by forecast' : ''}${lost ? `, lost ${discsIn(lost)}` : ''}` +
      (isTurningPoint ? ', changed the outcome' : ''),
    /** The discs that Black and White lost in the game. */
    losses: (black, white) => `Lost discs: Black ${black}, White ${white}. The worst moves:`,
    worst: (number, side, ply) => `${number}. ${color[side]} ${ply}`,
    lost: (discs, isTurningPoint) => `lost ${discsIn(discs)}${isTurningPoint ? ' and changed the outcome' : ''}.`,
    better: (ply) => `Better: ${ply}.`,
    reviewDeeper: 'Analyse deeper',
    curve: {
      axis: { black: (discs) => `B +${discs}`, white: (discs) => `W +${discs}` },
      start: (outcome) => `Start: ${outcome}`,
      ply: (number, side, ply, outcome) => `${number}. ${move(side, ply)}: ${outcome}`,
      turn: (number, ply) => `${number}. ${ply}`,
      label: (turns) => `Value after each move, from Black’s point of view: ` +
        (turns.length === 0 ? 'no move changed the outcome' : `the outcome changed at ${turns.join(', ')}`),
    },

    progress: {
      none: 'For the values of this board, open <a href="othello.html">othello.html</a> or run “othello-solver serve”.',
      reviewing: 'Reviewing the game …',
      searching: 'Searching …',
      queued: 'Waiting for other searches to finish …',
      waiting: (problem) => `Waiting: ${problem}.`,
      lost: 'The solver is not responding. You can keep playing; values will return when it does.',
      positions: (positions) => `Searching: ${counted(positions, 'position')} so far.`,
      tooLong: (duration, ahead) =>
        `Too long to finish here${duration ? `: ${duration} left` : ''}.${ahead ? ` Looking ${counted(ahead, 'ply', 'plies')} ahead.` : ''}`,
      paused: 'The search stopped because the page was not in use. It resumes when you touch the page.',
      timeLeft: (positions, duration) => `Searching: ${counted(positions, 'position')} so far, ${duration} left.`,
    },
    /** Orders of magnitude. */
    durations: {
      seconds: 'seconds',
      minutes: 'minutes',
      hours: 'hours',
      days: 'days',
      months: 'months',
      years: 'years',
      centuries: 'centuries',
      millennia: 'thousands of years',
    },

    several: (games, positions) => {
      const parts = [games && counted(games, 'game'), positions && counted(positions, 'position')].filter(Boolean);
      return `This text has ${parts.join(' and ')}; the first is shown.`;
    },

    said: {
      copied: 'Copied.',
      linkCopied: 'The link was copied.',
      noUndo: 'Nothing to undo.',
      noRedo: 'Nothing to redo.',
      noBest: 'No best move to play.',
    },

    error: {
      illegal: (square) => `${square} is not a legal move.`,
      illegalAtStart: (ply) => `“${ply}” is not a legal move in this position.`,
      illegalAfter: (ply, plies) => `“${ply}” is not a legal move after “${plies}”.`,
      noSquare: (text, last) => `“${text}” is neither a square on this board (a1 to ${last}) nor a pass (pa).`,
      size: (text, fewest, most, squares) =>
        `“${text}” is not a valid board size: a board has ${fewest} to ${most} columns and rows, and at most ` +
        `${squares} squares.`,
      cell: (text, number) =>
        `“${text}” is not a position: character ${number} is “${text[number - 1]}”. A position lists the cells ` +
        '(X for black, O for white, - for empty), then the side to move (X or O).',
      noSide:
        'The side to move is missing. A position lists the cells (X for black, O for white, - for empty), then ' +
        'the side to move (X or O).',
      cellCount: (cells) =>
        `${cells} cells fit neither the current board nor a square one. A position lists the cells (X for black, ` +
        'O for white, - for empty), then the side to move (X or O).',
      kept: (problem, plies) => `${problem} ${plies === 1 ? 'The move before it is' : `The ${plies} moves before it are`} kept.`,
      /** An English message from a solver about a text. */
      unreadable: (problem) => problem,
      nothing: 'No position and no game can be read in this text.',
      noMove: 'Neither player could move in this position. Add discs, or cancel.',
      link: (errors) => `Not everything in the link can be read, and the rest is shown. ${errors.join(' ')}`,
      score: (field) => `“${field}” is not a legal move and its score, such as a2:+3.`,
      oneGame: 'Exactly one whole game is expected here, by the usual rules.',
      noBoard: 'The game has no board: BO[8 … *] is missing.',
      unknownPart: (name) => `“${name}” is not understood.`,
      setting: (name, choice, choices) => `Unknown ${name} “${choice}”: choose from ${choices.join(', ')}.`,
      /** A problem reported by a server or worker, whose own message is in English. */
      problem: (status, detail = `the server returned status ${status}`, accepted) =>
        accepted ? `${detail} (accepted: ${accepted})` : detail,
    },
  };
}
