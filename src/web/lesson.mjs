// A lesson of 45 minutes on paper: a plan for the teacher, a page for the pupils, and their answers.

import { texts } from './language.mjs';
import { count, startOf } from './rules.mjs';
import { after, positionsOf } from './game.mjs';
import { readPosition } from './notation.mjs';
import { discCount, plyInWords, signed } from './words.mjs';
import { byId, element, shape } from './dom.mjs';

const LESSON_RULES = { score: 'discs', objective: 'most' };
const SIZE = { width: 4, height: 4 };

/** The positions of the tasks: the start, two endings, and the position after b1. */
export const TASKS = [
  startOf(4, 4, 'diagonal'),
  readPosition('OOOXXXO-XXOOO-OX X', SIZE).position,
  readPosition('OOOXXOO-XXXO-O-X O', SIZE).position,
  after(startOf(4, 4, 'diagonal'), 'b1'),
];

/** The tasks whose answers are the values of moves. */
const WITH_VALUES = [1, 2, 3];

/** The texts in each language. */
export const LESSONS = {
  en: {
    title: 'Who wins on 4×4 Othello?',
    plan: 'Lesson plan',
    pupils: 'Tasks',
    answers: 'Answers',
    aim:
      'Aim: the pupils find out by themselves that a game can be solved, by going backwards from its end. They need no ' +
      'knowledge of Othello. Age: from about 10 years. Time: 45 minutes.',
    needs:
      'You need: the tasks, one for each pupil; for each pair a 4×4 board on squared paper and 16 coins or counters with ' +
      'two sides; one screen with this page. Open it as #size=4x4&values=hidden: then no value is seen before it is asked for.',
    steps: [
      ['0 to 5 min', 'The rules. Play the first moves of a game on the screen, and let the class say which discs are flipped.'],
      ['5 to 13 min', 'In pairs, play one game on paper, Black first. Count the wins of Black and White on the blackboard. Expect both, White more often. Ask: does one colour have an advantage?'],
      ['13 to 17 min', 'Task 1. Expect: turn or mirror the board, and each of the four moves becomes b1. So one of them is enough.'],
      ['17 to 28 min', 'Tasks 2 and 3. Help with one question: “And what does the other player do then?” The value of a move is the result if both sides play their best from there. In task 3, draw the tree on the blackboard, and go backwards from its ends.'],
      ['28 to 35 min', 'Task 4. Everyone writes down a guess. Then show this position on the screen and choose “Guess first” to show the values. Let the class play on after each move, until they see why it is worth that much.'],
      ['35 to 42 min', 'Task 5. Go back to the start and follow the stars: White wins by 8, 11 to 3. Then let the class play Black against the computer (Options): with best play, Black never does better.'],
      ['42 to 45 min', 'What is proved? The page has looked at every position that can follow, not only at some games. For 8×8, where there are far more, the same method works only near the end of the game.'],
    ],
    rule:
      'Black moves first. Put a disc on an empty square so that one or more discs of the other colour lie in a straight line ' +
      'between it and another disc of your own, and flip them. If you have no such move, you pass. If neither player has one, ' +
      'the game is over, and whoever has more discs wins.',
    tasks: [
      'Black begins and has four moves: b1, a2, d3 and c4. Why is it enough to look at one of them?',
      'Black to move. Play both moves to the end, and count the discs. Which move is better?',
      'White to move, and three squares are empty. Draw all ways in which the game can go on. What is each move worth if both sides play their best?',
      'Black has played b1. Which of the three moves would you choose for White, and why? Write down your guess first.',
      'Who wins if both players always choose the best move, and by how many discs? How can anyone be sure?',
    ],
    solutions: [
      'Turn the board by half a turn, or mirror it at a diagonal: the start looks the same, and each of the four moves becomes b1. So all four are worth the same.',
      'The better move is marked. It does not matter how many discs a move flips, but how the game ends.',
      'For each move, the other player chooses the reply that is worst for White. Then White chooses the best of the three.',
      'Only one move wins. The others look harmless, and give the game away.',
      'White wins by 8 discs, 11 to 3 with two empty squares. There are 60,060 games, and the page has worked out every position in them, so nothing else can happen.',
    ],
    columns: ['Move', 'Then', 'Discs', 'Value'],
    discs: (position) => `Black ${count(position, 'black')}, White ${count(position, 'white')}`,
    name: 'Name',
  },
  ja: {
    title: '4×4のオセロはどちらが勝つ？',
    plan: '指導案',
    pupils: '課題',
    answers: '解答',
    aim:
      'ねらい：ゲームは終わりから逆に考えると解けることを、生徒が自分で見つけます。オセロの知識はいりません。' +
      '対象：10歳くらいから。時間：45分。',
    needs:
      '用意するもの：課題を人数分、二人に一つの4×4の盤（方眼紙）と表裏のある石かコイン16個、このページを映す画面を一つ。' +
      'アドレスの最後を #size=4x4&values=hidden にして開くと、たずねるまで石差は表示されません。',
    steps: [
      ['0～5分', 'ルール。画面で最初の数手を打ち、どの石が返るかを答えさせます。'],
      ['5～13分', '二人組で、黒を先手に一局打ちます。黒と白の勝ち数を黒板に書きます。両方ありますが、白の方が多いはずです。「どちらかの色が有利だろうか」と問います。'],
      ['13～17分', '課題1。予想される答え：盤を回すか裏返すと、4つの手はどれも b1 と同じになる。だから1つ調べればよい。'],
      ['17～28分', '課題2と3。助言は「では、相手は次にどう打つ？」だけにします。手の最終石差とは、その後で双方が最善を尽くしたときの結果です。課題3では黒板に木の図をかき、終わりから逆にたどります。'],
      ['28～35分', '課題4。全員が予想を書いてから、画面でこの局面を開き、「先に予想」を押して石差を表示します。それぞれの手の続きを打ち、理由が分かるまで考えます。'],
      ['35～42分', '課題5。最初に戻り、星印の手をたどると、白が11対3で8石勝ちます。次に「設定」でコンピュータを白にして対局します。白が最善を尽くす限り、黒はこれより良い結果になりません。'],
      ['42～45分', '何が証明されたのか。ページは一部の対局ではなく、起こりうる局面をすべて調べました。8×8では局面がはるかに多く、同じ方法が使えるのは終盤だけです。'],
    ],
    rule:
      '黒が先手です。空きマスに石を置き、自分の石との間に一直線にはさんだ相手の石を返します。一つも返せないときはパスです。' +
      'どちらも打てなくなったら終わりで、石の多い方が勝ちです。',
    tasks: [
      '黒の最初の手は b1、a2、d3、c4 の4つです。そのうち1つを調べれば十分なのはなぜですか。',
      '黒の番です。2つの手をそれぞれ最後まで打ち、石を数えなさい。どちらの手がよいですか。',
      '白の番で、空きマスは3つです。この先の進行をすべて図にかきなさい。双方が最善を尽くすと、それぞれの手の最終石差はいくつですか。',
      '黒が b1 に打ちました。3つの手のうち、白ならどれを選びますか。理由も書きなさい。まず予想を書くこと。',
      '双方がいつも最善の手を選ぶと、どちらが何石勝ちますか。なぜそう言い切れますか。',
    ],
    solutions: [
      '盤を半回転させるか、対角線で裏返しても初期配置は変わらず、4つの手はどれも b1 と同じになります。だから4つの手の最終石差は同じです。',
      'よい手には印があります。何石返すかではなく、どう終わるかが大切です。',
      'それぞれの手に対して、相手は白にとって最も悪い応手を選びます。その中で一番よい手を白が選びます。',
      '勝つ手は1つだけです。ほかの手は無難に見えますが、勝ちを逃します。',
      '白が11対3（空き2マス）で8石勝ちます。進行は全部で60,060通りあり、ページはそこに現れる局面をすべて調べました。これ以外の結果はありません。',
    ],
    columns: ['手', '以後の進行', '石数', '最終石差'],
    discs: (position) => `黒${count(position, 'black')}、白${count(position, 'white')}`,
    name: '名前',
  },
};

/** Fills in one of the lesson's pages: `plan`, `pupils` or `answers`. */
export function fillLesson(kind, knowledge) {
  const lesson = LESSONS[texts.language];
  const parts = { plan: planOf, pupils: pupilsPage, answers: answersPage }[kind](lesson, knowledge);
  byId('lesson-page').replaceChildren(element('h1', {}, `${lesson.title} ${lesson[kind]}`), ...parts);
}

function planOf({ aim, needs, steps }) {
  const rows = steps.map(([time, text]) => element('tr', {}, element('th', { scope: 'row' }, time), element('td', {}, text)));
  return [element('p', {}, aim), element('p', {}, needs), element('table', {}, element('tbody', {}, ...rows))];
}

function pupilsPage({ name, rule, tasks }) {
  const task = (text, n) => element('li', {}, element('p', {}, text), TASKS[n] ? drawing(TASKS[n]) : element('div', { class: 'lines' }));
  return [element('p', { class: 'name' }, `${name}: `), element('p', {}, rule), element('ol', {}, ...tasks.map(task))];
}

function answersPage(lesson, knowledge) {
  const answer = (text, n) =>
    element('li', {}, element('p', {}, text), ...(WITH_VALUES.includes(n) ? [drawing(TASKS[n]), valuesOf(TASKS[n], lesson, knowledge)] : []));
  return [element('ol', {}, ...lesson.solutions.map(answer))];
}

/** A table of the moves of a position: best play after each, the discs at the end, and its value. */
function valuesOf(position, { columns, discs }, knowledge) {
  const best = knowledge.bestPlies(position, LESSON_RULES);
  const rows = [...knowledge.movesOf(position, LESSON_RULES)].map(([ply, { lower }]) => {
    const line = knowledge.lineBy(position, ply, LESSON_RULES);
    const cells = [line.slice(1).map(plyInWords).join(' '), discs(positionsOf(position, line).at(-1)), signed(lower) + (best.includes(ply) ? ' ★' : '')];
    return element('tr', {}, element('th', { scope: 'row' }, ply), ...cells.map((text) => element('td', {}, text)));
  });
  const heads = columns.map((text) => element('th', { scope: 'col' }, text));
  return element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
}

/** A board for paper, with coordinates. */
function drawing(position) {
  const { width, height, cells } = position;
  const squares = cells.flatMap((cell, square) => {
    const [x, y] = [(square % width) + 0.5, Math.floor(square / width) + 0.5];
    const parts = [shape('rect', { x, y, width: 1, height: 1, class: 'cell' })];
    return cell ? [...parts, shape('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.38, class: cell })] : parts;
  });
  const label = (text, x, y) => shape('text', { x, y }, text);
  const labels = [...Array(width).keys()].map((n) => label(String.fromCharCode(97 + n), n + 1, 0.38))
    .concat([...Array(height).keys()].map((n) => label(`${n + 1}`, 0.25, n + 1.12)));
  const attributes = { viewBox: `0 0 ${width + 0.6} ${height + 0.6}`, class: 'drawing', role: 'img', 'aria-label': discCount(position) };
  return shape('svg', attributes, ...squares, ...labels);
}
