// The page's texts in Japanese. The keys are explained in en.mjs.

export function japanese() {
  const grouped = (number) => number.toLocaleString('ja');
  const color = { black: '黒', white: '白' };
  const discs = (number) => `${grouped(number)}石`;
  const position = '局面は、マスを順に（X は黒、O は白、- は空き）、最後に手番（X か O）を書いてください。';

  const answer = (side, reply) => `${color[side]}の応手は${reply}`;
  const forcedPass = (side) => `${color[side]}はパス`;
  const losing = (number) => `${discs(number)}損`;
  const move = (side, ply) => `${color[side]}${ply}`;

  return {
    language: 'ja',
    name: '日本語',

    page: {
      brand: 'オセロ完全解析',
      tagline: '各手の正確な最終石差',
      boards: '盤の大きさ',
      otherBoard: 'その他',
      columns: '列',
      rows: '行',
      showBoard: '表示',

      play: '対局',
      board: '盤面',
      scrolls: '盤が画面より広いため、横にスクロールすると残りが見えます。',
      navigation: '棋譜の移動',
      first: '最初の局面へ',
      back: '一手戻る',
      forward: '一手進む',
      last: '最後の局面へ',
      undo: '元に戻す',
      redo: 'やり直す',
      playBest: '最善手',
      searchAnyway: 'それでも探索する',
      stopSearch: '探索をやめる',
      restart: '最初から',
      setUp: '局面編集',
      guess: '先に予想',
      guessing: '石差は隠れています。手を選び、理由を考えてから打ってください。もう一度「先に予想」を押すと表示されます。',
      share: 'この局面を共有',
      brush: '置くもの',
      brushTurns: '順番に',
      brushEmpty: '空き',
      parts: 'ページの各部分',
      movesTab: '合法手',
      gameTab: '棋譜',
      planTab: '作戦',
      optionsTab: '設定',
      lessonTab: '授業',
      shareTab: '共有',
      helpTab: '見方',
      switchSide: '手番を替える',
      clear: '石をすべて消す',
      cancel: 'キャンセル',
      done: '完了',
      anything: '棋譜・局面・リンクを貼り付けるかドロップ',
      open: '開く',

      moves: 'この局面の合法手',
      move: '手',
      value: '最終石差',
      loses: '損',
      then: '以後の進行',
      outcomes: '勝ち・引き分け・負け',
      games: '進行数',
      plan: '作戦',
      mapTitle: 'この先の全進行の図',
      map:
        '一段下がるごとに一手進み、幅は進行数の割合を表します。石差は手番の<span id="viewpoint"></span>から見たものです。',
      draw: '引き分け',
      line: 'この局面からの最善進行',

      game: 'ここまでの棋譜',
      curve: 'グラフが水平なところでは、どちらも損をしていません。丸い枠は勝敗を変えた手、縦棒は予測の標準的な誤差です。',
      review: '棋譜を解析する',
      reviewTime: '解析の時間',
      fiveSeconds: '5秒',
      twentySeconds: '20秒',
      oneMinute: '1分',

      opponent: 'コンピュータ',
      answer: '手番',
      nobody: 'なし',
      black: color.black,
      white: color.white,
      level: '強さ',
      perfect: '完璧',
      strong: '上級',
      club: '中級',
      beginner: '初級',
      rules: 'ルール',
      start: '初期配置',
      diagonal: '斜め（標準）',
      parallel: '平行',
      objective: '勝利条件',
      most: '石の多い方が勝ち',
      fewest: '石の少ない方が勝ち',
      score: '石差の数え方',
      discs: '盤上の石のみ',
      emptiesToWinner: '空きマスは勝者の石',
      preferences: '表示と操作',
      values: '最終石差',
      shown: '表示する',
      hidden: '隠す',
      taps: '着手の方法',
      firstTap: '1回のタップで打つ',
      secondTap: '2回のタップで打つ（1回目は手の説明）',
      letters: 'n・u・r のキー',
      lettersOn: 'ショートカットに使う',
      lettersOff: '使わない',

      position: '局面',
      transcript: '棋譜',
      link: 'リンク',
      copyPosition: '<span class="unseen">局面を</span>コピー',
      copyTranscript: '<span class="unseen">棋譜を</span>コピー',
      sgf: 'SGF 形式',
      copySgf: '<span class="unseen">変化を含む棋譜を SGF で</span>コピー',
      copyLink: '<span class="unseen">リンクを</span>コピー',
      copyHint:
        '局面（マスの並びと手番、または OBF）か棋譜（着手の並び、または GGF）を入力するか貼り付けて、' +
        '<kbd>Enter</kbd> を押してください。',

      howToPlay: 'オセロのルール',
      howToPlayText:
        '黒が先手です。新しく置く石と自分の石とで、相手の石を縦・横・斜めの一直線に隙間なくはさめるマスに打てます。' +
        'はさんだ石は、八方向すべて自分の色に返します。打てるマスがなければパスです。双方とも打てなくなったら終局で、' +
        '石の多い方が勝ちです。<a href="https://www.othello.gr.jp/">日本オセロ連盟</a>',
      theValues: '最終石差の見方',
      exactText:
        'マスの数字は、手番側がそこに打ち、その後は双方が最善を尽くしたときの最終石差です。' +
        '<span class="value exact win">+4</span> は手番側の4石勝ち、<span class="value exact loss">−4</span> は4石負け、' +
        '<span class="value exact draw">0</span> は引き分けを表します。最善手には枠と星印が付きます。',
      boundsText:
        '<span class="value bounds win">≥+2</span> は、少なくとも2石勝ちであることまで証明済みという意味です。' +
        '<span class="value forecast open">≈+3</span> は予想最終石差で、外れることもあります。≈ の付いたものはすべて予測です。手にポインタを合わせると、' +
        '予測の標準的な誤差が盤の下に表示されます。',
      lossText:
        '表の「損」は、最善手に比べて何石損をするかを表します。棋譜の各手の後の数字も同じで、≈ は予測を表します。' +
        '手にポインタを合わせると、返る石と最善の応手が分かります。',
      mapAndCurve: '全進行の図とグラフ',
      mapText:
        '小さな盤では、この先に考えられるすべての進行を図に示します。ブロックをクリックするか、矢印キーで選んで ' +
        '<kbd>Enter</kbd> を押すと、その局面に移ります。',
      curveText:
        'グラフは各手の後の最終石差を示し、線より上は黒、下は白の優勢です。双方が最善を尽くす限り、最終石差は変わりません。' +
        'クリックするか矢印キーを使うと、その局面に移ります。',
      lesson: '授業',
      lessonText: '4×4ではどちらが勝つのか、なぜそう言い切れるのか。45分の授業のための指導案と、生徒用の用紙、その解答です。',
      printPlan: '指導案を印刷する',
      printPupils: '生徒用の用紙を印刷する',
      printAnswers: '解答を印刷する',
      printing: 'この局面の印刷',
      printingText: 'このページを印刷すると、最終石差の付いた盤面になります。石差のない練習用紙も印刷できます。',
      printWorksheet: '練習用紙を印刷する',
      worksheet: '双方が最善を尽くしたときの最終石差を、それぞれの手について求めなさい。',
      why: '理由',

      about:
        '4×4は全局面を、5×5、6×6など44マスまでのほとんどの盤は初期配置から、8×8は残り約20マスから完全に読み切ります。',
      made: '<span class="project"></span> で作成したオープンソースソフトウェアです（MIT または Apache 2.0 ライセンス）。',
    },
    hint: {
      letters:
        '手にポインタを合わせると説明を表示します。盤上では矢印キーで移動、<kbd>Enter</kbd> で着手。<kbd>n</kbd> は最善手かパス、' +
        '<kbd>u</kbd> は元に戻す、<kbd>r</kbd> はやり直す。',
      keys: '手にポインタを合わせると説明を表示します。盤上では矢印キーで移動し、<kbd>Enter</kbd> で打ちます。',
      taps: '手をタップすると説明を表示し、もう一度タップすると打ちます。',
    },

    title: (columns, rows) => `${columns}×${rows} オセロ`,
    documentTitle: (columns, rows) => `${columns}×${rows} オセロ、各手の最終石差`,
    details: {
      custom: '任意の局面',
      diagonal: '標準の初期配置',
      parallel: '平行の初期配置',
      fewest: '石の少ない方が勝ち',
      emptiesToWinner: '空きマスは勝者の石',
    },
    boardSize: (columns, rows) => `盤は${columns}列${rows}行です。`,
    solved: (positions, milliseconds) =>
      `このページは今、全${grouped(positions)}局面を${grouped(milliseconds)}ミリ秒で解きました。`,

    grouped,
    color,
    disc: { black: '黒石', white: '白石' },
    discs,
    pass: 'パス',
    passButton: 'パス',
    move: (side, ply) => `${move(side, ply)}。`,
    colorCount: (side, number) => `${color[side]}${discs(number)}。`,

    turn: {
      place: (side) => `${color[side]}の手番`,
      pass: forcedPass,
      over: () => '終局',
      setUp: (side) => `局面編集中、${color[side]}の手番`,
    },
    setUpHint: '置くものを選び、マスをクリックするかなぞってください。「順番に」は黒、白、空きの順に変わります。',
    tapAgain: (ply) => `${ply}をもう一度タップすると打ちます。`,
    noMove: (side) => `${color[side]}は打てるマスがありません。`,
    gameOver: '終局しました。',
    boardFull: 'すべてのマスが埋まりました。',
    neitherMoves: '双方とも打てるマスがありません。',
    sentences: (parts) => parts.join(''),
    sentence: (text) => `${text}。`,

    discCount: (black, white, empty) => `${black}対${white}${empty === 0 ? '' : `、空き${empty}マス`}`,

    estimate: {
      exact: (value) => `最終石差は${value}`,
      forecast: (value, error) => `予想最終石差は${value}${error ? `、誤差±${error}程度` : ''}`,
      between: (lower, upper) => `最終石差は${lower}から${upper}の間`,
      atLeast: (lower) => `最終石差は${lower}以上`,
      atMost: (upper) => `最終石差は${upper}以下`,
      unknown: '最終石差はまだ不明',
    },

    outcome: {
      win: (winner, number) => `${color[winner]}の${discs(number)}勝ち`,
      draw: '引き分け',
      withDiscs: (outcome, discCount) => `${outcome}（${discCount}）`,
      likelyWin: (winner, number) => `${color[winner]}の${discs(number)}勝ち`,
      likelyDraw: '引き分け',
      forecast: (outcome, error) => (error ? `${outcome}、誤差±${error}石程度` : `およそ${outcome}`),
      between: (one, other) => `${one}から${other}の間`,
      winByOrMore: (winner, number) => `${color[winner]}の${discs(number)}以上の勝ち`,
      drawAtWorst: (side) => `${color[side]}は悪くても引き分け`,
      drawAtBest: (side) => `${color[side]}は良くても引き分け`,
      lossAtWorst: (side, number) => `${color[side]}は悪くても${discs(number)}負け`,
      winAtBest: (side, number) => `${color[side]}は良くても${discs(number)}勝ち`,
      unknown: 'まだ不明',
    },
    verdict: {
      final: (outcome) => `${outcome}。`,
      exact: (outcome) => `双方最善なら${outcome}。`,
      bounds: (outcome) => `証明済み：${outcome}。`,
      forecast: (outcome) => `予測：${outcome}。`,
      unknown: () => '最終石差はまだ分かっていません。',
      discs: (discCount) => `石数は${discCount}。`,
    },

    square: {
      joined: (parts) => parts.join('、'),
      last: '最後の手',
      planned: '作戦の手',
      legal: '合法手',
      empty: '空き',
      best: '最善手',
      loses: losing,
      answer,
      forcedPass,
    },
    refutation: {
      estimate: (ply, estimate) => `${ply}：${estimate}。`,
      best: (ply) => `${ply}は最善手。`,
      loses: (ply, number) => `${ply}は${losing(number)}。`,
      answer: (side, reply) => `${answer(side, reply)}。`,
      forcedPass: (side) => `${forcedPass(side)}。`,
    },

    outcomes: (side, outcomes) => {
      const names = { win: '勝ち', draw: '引き分け', loss: '負け', open: '未確定' };
      const all = Object.values(outcomes).reduce((sum, number) => sum + number);
      const found = Object.keys(outcomes).filter((outcome) => outcomes[outcome] > 0);
      if (found.length > 1) {
        return `${color[side]}の合法手は${all}手で、${found.map((it) => `${names[it]}${outcomes[it]}`).join('、')}。`;
      }
      const subject = { 1: '唯一の合法手', 2: '合法手は2手とも' }[all] ?? `${all}手の合法手はすべて`;
      return all === 1 ? `${color[side]}の${subject}は${names[found[0]]}。` : `${color[side]}の${subject}${names[found[0]]}。`;
    },
    passOutcome: {
      win: (side) => `${color[side]}はパスして勝ち。`,
      draw: (side) => `${color[side]}はパスして引き分け。`,
      loss: (side) => `${color[side]}はパスして負け。`,
      open: (side) => `${color[side]}はパスです。`,
    },
    possibleGames: (games, wins, draws, losses) =>
      `全${grouped(games)}通りの進行のうち、勝ち${grouped(wins)}、引き分け${grouped(draws)}、負け${grouped(losses)}。`,
    plan: {
      about: '作戦は、相手がどう打っても行き着くすべての局面に一手ずつ応手を定め、最善の結果を保証します。',
      tooManyEmpties: (empties) => `作戦を作れるのは、空きマスが${empties}個以下の局面です。`,
      needsSolver: 'この盤の作戦を見るには「othello-solver serve」を実行してください。',
      show: (side) => `${color[side]}の作戦を見る`,
      making: '小さな作戦を探しています…',
      secures: (side, score) => {
        const result = score > 0 ? `${score}石以上の勝ちになります` : score < 0 ? `${-score}石以内の負けに抑えられます` : '引き分け以上になります';
        return `${color[side === 'black' ? 'white' : 'black']}がどう打っても、${color[side]}は${result}。`;
      },
      size: (positions, isSmallest) =>
        `対称な局面を1つと数えて、全${grouped(positions)}局面です${isSmallest ? '（これより小さい作戦はありません）' : ''}。`,
      step: (number, positions, isTurned, side) =>
        `${grouped(positions)}局面中の${grouped(number)}番${isTurned ? '（対称形）' : ''}：${color[side]}の手は`,
      mayPlay: (side) => `${color[side]}が打てる手：`,
      left: (side, number, ply, planned) =>
        `${color[side]}は${number}手目の${ply}で作戦から外れました。作戦の手は${planned}でした。`,
      elsewhere: 'この局面は作戦にありません。',
      goBack: '作戦に戻る',
      tryToBreak: '作戦を破ってみる',
      stopPlaying: '対局をやめる',
      hide: '作戦を隠す',
      result: (side, promised, reached) => `${color[side]}の作戦は${promised}以上を約束し、結果は${reached}でした。`,
    },

    lineEnds: '終局',
    map: {
      label: (plies) => `この先${plies}手の図、幅は進行数の割合`,
      block: (plies, value, games) => `${plies}：${value}、${grouped(games)}通り`,
      wins: (side) => `${color[side]}の勝ち`,
      loses: (side) => `${color[side]}の負け`,
    },

    notKnown: 'まだ分かっていません。',
    start: '開始',
    playLikely: '≈ 最善手',
    branch: (number, side, plies) => `${number}手目からの変化、${color[side]}：${plies}`,
    dropBranch: (plies) => `変化 ${plies} を削除する`,
    strength: {
      perfect: ({ position, knowledge, settings }, isSolved) => {
        const ahead = knowledge.aheadOf(position, settings);
        return isSolved ? '1石も損をしません。'
          : `残り約22マスからは完璧に、それまでは予想最終石差で打ちます${ahead ? `（この局面では${ahead}手先まで）` : ''}。`;
      },
      strong: () => 'ほぼ最善手か、1、2石損の手を打ちます。',
      club: () => '4石ほど損をする手もよく打ちます。',
      beginner: () => '12石ほど損をする手もよく打ちます。',
      none: () => 'このページにはこの盤の石差がないため、合法手のどれかを打ちます。',
    },
    chip: (number, side, ply, lost, isTurningPoint, isGuess) =>
      `${number}手目、${move(side, ply)}${isGuess ? '、予測による' : ''}${lost ? `、${lost}石損` : ''}` +
      (isTurningPoint ? '、勝敗が変わった手' : ''),
    losses: (black, white) => `損の合計：黒${black}石、白${white}石。特に損の大きい手：`,
    worst: (number, side, ply) => `${number}手目 ${color[side]}${ply}`,
    lost: (number, isTurningPoint) => `${number}石損${isTurningPoint ? 'で、勝敗が変わりました' : ''}。`,
    better: (ply) => `最善は${ply}。`,
    reviewDeeper: 'さらに深く解析する',
    curve: {
      axis: { black: (number) => `黒 +${number}`, white: (number) => `白 +${number}` },
      start: (outcome) => `開始：${outcome}`,
      ply: (number, side, ply, outcome) => `${number}手目、${move(side, ply)}：${outcome}`,
      turn: (number, ply) => `${number}手目の${ply}`,
      label: (turns) =>
        `各手の後の最終石差、黒から見たもの：勝敗を変えた手は${turns.length === 0 ? 'ありません' : turns.join('、')}`,
    },

    progress: {
      none: 'この盤の石差は、<a href="othello.html">othello.html</a> か othello-solver serve で表示されます。',
      reviewing: '棋譜を解析しています…',
      searching: '探索しています…',
      queued: 'ほかの探索の終了を待っています…',
      waiting: (problem) => `待機中：${problem}。`,
      lost: 'ソルバーが応答していません。対局は続けられます。応答が戻ると石差も表示されます。',
      positions: (positions) => `探索中：${grouped(positions)}局面。`,
      tooLong: (duration, ahead) =>
        `ここでは読み切れません${duration ? `（残り${duration}）` : ''}。${ahead ? `${ahead}手先まで読んでいます。` : ''}`,
      paused: 'しばらく操作がなかったため探索を止めました。操作すると再開します。',
      timeLeft: (positions, duration) => `探索中：${grouped(positions)}局面、残り${duration}。`,
    },
    durations: {
      seconds: '数秒',
      minutes: '数分',
      hours: '数時間',
      days: '数日',
      months: '数か月',
      years: '数年',
      centuries: '数百年',
      millennia: '数千年',
    },

    several: (games, positions) => {
      const parts = [games && `${grouped(games)}局の棋譜`, positions && `${grouped(positions)}個の局面`].filter(Boolean);
      return `このテキストには${parts.join('と')}があります。最初のものを表示しています。`;
    },

    said: {
      copied: 'コピーしました。',
      linkCopied: 'リンクをコピーしました。',
      noUndo: '元に戻す操作はありません。',
      noRedo: 'やり直す操作はありません。',
      noBest: '打てる最善手はありません。',
    },

    error: {
      illegal: (square) => `${square}は合法手ではありません。`,
      illegalAtStart: (ply) => `「${ply}」はこの局面の合法手ではありません。`,
      illegalAfter: (ply, plies) => `「${ply}」は「${plies}」の後の合法手ではありません。`,
      noSquare: (text, last) => `「${text}」はこの盤のマス（a1～${last}）でもパス（pa）でもありません。`,
      size: (text, fewest, most, squares) =>
        `「${text}」は盤の大きさとして使えません。列と行は${fewest}～${most}、マスは全部で${squares}までです。`,
      cell: (text, number) => `「${text}」は局面ではありません。${number}文字目が「${text[number - 1]}」です。${position}`,
      noSide: `手番がありません。${position}`,
      cellCount: (cells) => `${cells}マスは、現在の盤にも正方形の盤にも合いません。${position}`,
      kept: (problem, plies) => `${problem}その前の${plies}手までを読み込みました。`,
      unreadable: () => 'このテキストの形式は読み取れません。',
      nothing: 'このテキストからは局面も棋譜も読み取れません。',
      noMove: 'この局面では双方とも打てません。石を加えるか、キャンセルしてください。',
      link: (errors) => `リンクに読み取れない部分があるため、残りだけを表示しています。${errors.join('')}`,
      score: (field) => `「${field}」は合法手とその点数（a2:+3 など）ではありません。`,
      oneGame: 'ここには、通常のルールの棋譜をちょうど一局入れてください。',
      noBoard: '棋譜に初期盤面がありません。BO[8 … *] が必要です。',
      unknownPart: (name) => `「${name}」は読み取れません。`,
      setting: (name, choice, choices) => `${name} の「${choice}」は使えません。${choices.join('、')} のどれかにしてください。`,
      problem: (status) =>
        ({
          429: '待っているリクエストが多すぎます',
          500: '探索に失敗しました',
          503: '今は計算できません',
        })[status] ?? `リクエストは受け付けられませんでした（${status}）`,
    },
  };
}
