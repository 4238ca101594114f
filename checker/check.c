/* check.c: checks certificates, which prove the values of Othello positions:
 *     cc -std=c99 -O3 -o check check.c && ./check FILE...
 * It prints a line for each file, and exits with 0 if all are proved and with 1 otherwise. It is
 * written from docs/certificate-format.md alone, which explains why the check proves the claim, and
 * has no code in common with the solver. Numbers in brackets are sections of that document. */

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf end_of_check;
static void refuse(const char *reason) {
  printf("refused: %s\n", reason);
  longjmp(end_of_check, 1);
}

/* ---- The board [1]: its cells row by row from a1, with a border of EDGE around them. ---- */
enum { EMPTY, BLACK, WHITE, EDGE, MOST = 64 /* squares */, CELLS = 128 };
#define OTHER(side) (BLACK + WHITE - (side))

static int width, height, squares;
static int cells[CELLS], cell_of[MOST]; /* where each square is in `cells` */
static int steps[8];                                 /* from a cell to its neighbours */

static void set_up_board(const char *position) {
  int line = width + 2, around[8] = {1, line + 1, line, line - 1, -1, -line - 1, -line, 1 - line};
  memcpy(steps, around, sizeof steps);
  for (int i = 0; i < CELLS; i++) cells[i] = EDGE;
  for (int i = 0; i < squares; i++) {
    cell_of[i] = (i / width + 1) * line + i % width + 1;
    cells[cell_of[i]] = position[i] == '-' ? EMPTY : position[i] == 'X' ? BLACK : WHITE;
  }
}

/* Lists the discs that a move of `side` flips, and returns their number. With 0 it is not legal. */
static int flips(int cell, int side, int flipped[MOST]) {
  int count = 0, ways = cells[cell] == EMPTY ? 8 : 0;
  for (int way = 0; way < ways; way++) {
    int step = steps[way], at = cell + step;
    while (cells[at] == OTHER(side)) at += step;
    if (cells[at] != side) continue;
    while ((at -= step) != cell) flipped[count++] = at;
  }
  return count;
}

/* Makes a move if `content` and `disc` are the side, and takes it back if EMPTY and the other. */
static void set(int cell, int content, const int flipped[], int count, int disc) {
  cells[cell] = content;
  for (int i = 0; i < count; i++) cells[flipped[i]] = disc;
}

static int can_move(int side, const int open[], int opens) {
  int flipped[MOST], moves = 0;
  for (int i = 0; i < opens && moves == 0; i++) moves = flips(open[i], side, flipped);
  return moves > 0;
}

/* ---- The goal [3]: the score that the side whose strategy is followed has to secure. ---- */
static int fewest_win, empties_to_winner, leaves, goal_side, goal;

/* `lead` is the number of discs by which the goal's side is ahead when the game ends. */
static int is_reached(int lead, int empty) {
  int score = lead + (!empties_to_winner || lead == 0 ? 0 : lead > 0 ? empty : -empty);
  return (fewest_win ? -score : score) >= goal;
}

/* Whether it is secured with `side` to move, found by trying all moves [5]: one that secures it is
 * enough for its side, and one that does not for the other. `open` has the cells that are empty. */
static int search(int side, int lead, const int open[], int opens) {
  int flipped[MOST], rest[MOST], moved = 0;
  for (int i = 0; i < opens; i++) {
    int count = flips(open[i], side, flipped), gain = 2 * count + 1;
    if (count == 0) continue;
    for (int j = 0; j < opens - 1; j++) rest[j] = open[j < i ? j : j + 1];
    set(open[i], side, flipped, count, side);
    int secured = search(OTHER(side), lead + (side == goal_side ? gain : -gain), rest, opens - 1);
    set(open[i], EMPTY, flipped, count, OTHER(side));
    if (secured == (side == goal_side)) return secured;
    moved = 1;
  }
  if (moved) return side != goal_side;
  if (can_move(OTHER(side), open, opens)) return search(OTHER(side), lead, open, opens);
  return is_reached(lead, opens);
}

/* ---- The visited positions [4]: a tree that branches by the bits of a hash. ---- */
static struct position { uint64_t black, white, walk; struct position *next[2]; } *seen;
static uint64_t walks; /* the number of walks so far, whose positions all stay in the tree */

/* Adds the position on the board, with `side` to move. Returns 0 if this walk has been there. */
static int is_new(int side) {
  struct position it = {0, 0, 2 * walks + (side == WHITE), {NULL, NULL}}, **at = &seen;
  for (int i = 0; i < squares; i++) {
    it.black |= (uint64_t)(cells[cell_of[i]] == BLACK) << i;
    it.white |= (uint64_t)(cells[cell_of[i]] == WHITE) << i;
  }
  uint64_t hash = ((it.black ^ it.walk) * 0x9E3779B97F4A7C15u ^ it.white) * 0xD6E8FEB86659FD93u;
  for (hash ^= hash >> 32; *at != NULL; at = &(*at)->next[hash & 1], hash >>= 1)
    if (memcmp(*at, &it, 3 * sizeof it.black) == 0) return 0;
  *at = malloc(sizeof it);
  if (*at == NULL) refuse("there is not enough memory for its positions");
  **at = it;
  return 1;
}

/* ---- The walk through all games in which a side follows its strategy [4]. ---- */
static const unsigned char *strategies;
static unsigned long long next_bit, end_bit; /* what is left of the strategy that is followed */

static int choice(int among) {
  int number = 0;
  for (int i = 0; 1 << i < among; i++, next_bit++) {
    if (next_bit == end_bit) refuse("a strategy ends before it has a move in some position");
    number |= (strategies[next_bit / 8] >> next_bit % 8 & 1) << i;
  }
  if (number >= among) refuse("a strategy has a move that does not exist");
  return number;
}

/* Returns only if the goal is secured with `side` to move. */
static void walk(int side) {
  int moves[MOST], open[MOST], flipped[MOST], count = 0, opens = 0, lead = 0;
  if (!is_new(side)) return;
  for (int i = 0; i < squares; i++) {
    if (cells[cell_of[i]] == EMPTY) open[opens++] = cell_of[i];
    if (flips(cell_of[i], side, flipped) > 0) moves[count++] = cell_of[i];
    lead += (cells[cell_of[i]] == goal_side) - (cells[cell_of[i]] == OTHER(goal_side));
  }
  if (opens <= leaves) {
    if (!search(side, lead, open, opens)) refuse("a position left to search misses the goal");
  } else if (count > 0) {
    /* One move of the strategy's own side, and every move of the other side. */
    int first = side == goal_side ? choice(count) : 0, last = side == goal_side ? first : count - 1;
    for (int i = first; i <= last; i++) {
      count = flips(moves[i], side, flipped);
      set(moves[i], side, flipped, count, side);
      walk(OTHER(side));
      set(moves[i], EMPTY, flipped, count, OTHER(side));
    }
  } else if (can_move(OTHER(side), open, opens)) {
    walk(OTHER(side));
  } else if (!is_reached(lead, opens)) {
    refuse("a game ends without reaching the goal");
  }
}

/* ---- The checksum [2]: SHA-256, as in FIPS 180-4. `text` has 72 bytes more than `length`. ---- */
#define TURN(x, n) ((x) >> (n) | (x) << (32 - (n)))
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static void sha256(unsigned char *text, size_t length, char digits[65]) {
  uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  size_t padded = (length + 72) / 64 * 64;
  memset(text + length, 0, padded - length);
  text[length] = 0x80;
  for (int i = 0; i < 8; i++) text[padded - 1 - i] = (uint64_t)length * 8 >> 8 * i & 0xff;
  for (const unsigned char *block = text; block < text + padded; block += 64) {
    uint32_t w[64] = {0}, v[8];
    memcpy(v, hash, sizeof v);
    for (int i = 0; i < 64; i++) w[i / 4] |= (uint32_t)block[i] << (24 - i % 4 * 8);
    for (int i = 16; i < 64; i++)
      w[i] = w[i - 16] + (TURN(w[i - 15], 7) ^ TURN(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
             (TURN(w[i - 2], 17) ^ TURN(w[i - 2], 19) ^ w[i - 2] >> 10);
    for (int i = 0; i < 64; i++) {
      uint32_t one = v[7] + (TURN(v[4], 6) ^ TURN(v[4], 11) ^ TURN(v[4], 25)) +
                     ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
      uint32_t two = (TURN(v[0], 2) ^ TURN(v[0], 13) ^ TURN(v[0], 22)) +
                     ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      memmove(v + 1, v, 7 * sizeof *v);
      v[4] += one;
      v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) hash[i] += v[i];
  }
  for (int i = 0; i < 8; i++) sprintf(digits + 8 * i, "%08lx", (unsigned long)hash[i]);
}

/* ---- The file [2]. ---- */
static unsigned char file[(1 << 28) + 72]; /* with room for the padding of the checksum */

static void check(const char *name) {
  char position[65], player[2], objective[7], score[18], seal[65], digits[65], head[400];
  unsigned long long bits[2];
  int value;
  FILE *stream = fopen(name, "rb");
  size_t length = stream == NULL ? 0 : fread(file, 1, 1 << 28, stream), start, end;
  if (stream != NULL) fclose(stream);
  file[length] = 0;
  /* Reads the header and writes it again, which must give the same bytes. */
  if (sscanf((char *)file, "othello-certificate 1 size %2dx%2d position %64s %1s objective %6s "
      "score %17s value %3d leaves %2d bits %18llu %18llu sha256 %64s", &width, &height, position,
      player, objective, score, &value, &leaves, &bits[0], &bits[1], seal) != 11 ||
      strlen(seal) != 64) refuse("it has no complete header");
  start = (size_t)sprintf(head, "othello-certificate 1\nsize %dx%d\nposition %s %s\nobjective %s\n"
      "score %s\nvalue %d\nleaves %d\nbits %llu %llu\n", width, height, position, player,
      objective, score, value, leaves, bits[0], bits[1]);
  end = start + (size_t)sprintf(head + start, "sha256 %s\n", seal);
  if (length < end || memcmp(file, head, end) != 0) refuse("its header is badly written");
  squares = width * height;
  fewest_win = strcmp(objective, "fewest") == 0;
  empties_to_winner = strcmp(score, "empties-to-winner") == 0;
  if (width < 2 || width > 26 || height < 2 || height > 26 || squares > MOST ||
      strlen(position) != (size_t)squares || strspn(position, "-XO") != (size_t)squares ||
      strspn(player, "XO") != 1 || (!fewest_win && strcmp(objective, "most") != 0) ||
      (!empties_to_winner && strcmp(score, "discs") != 0) || abs(value) > squares ||
      leaves < 0 || leaves > squares) refuse("its claim makes no sense");
  if (length - end != (bits[0] + 7) / 8 + (bits[1] + 7) / 8)
    refuse("its strategies are longer or shorter than it says");
  memmove(file + start, file + end, length - end); /* The checksum is not that of its own line. */
  sha256(file, length - (end - start), digits);
  if (strcmp(seal, digits) != 0) refuse("it is damaged: its checksum is wrong");

  strategies = file + start;
  next_bit = 0;
  for (int i = 0; i < 2; i++) {
    int side = strcmp(player, "X") == 0 ? BLACK : WHITE;
    goal_side = i == 0 ? side : OTHER(side);
    goal = i == 0 ? value : -value;
    end_bit = next_bit + bits[i];
    walks++;
    set_up_board(position);
    if (goal > -squares) walk(side); /* every score is at least -squares */
    if (next_bit < end_bit) refuse("a strategy has moves left over");
    for (; next_bit % 8 != 0; next_bit++)
      if (strategies[next_bit / 8] >> next_bit % 8 & 1) refuse("the padding is not zero");
  }
  printf("proved: %d for the side to move in %s %s on %dx%d, %s %s\n", value, position, player,
      width, height, objective, score);
}

int main(int count, char **names) {
  static int i, refused; /* static, so that they survive a longjmp */
  for (i = 1; i < count; i++) {
    printf("%s: ", names[i]);
    if (setjmp(end_of_check) == 0) check(names[i]); else refused = 1;
  }
  return count < 2 ? 2 : refused;
}
