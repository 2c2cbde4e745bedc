/**
 * What the forecast assumes before a season says anything, fitted on half of 263 pairs of seasons of two soccer
 * leagues and written in terms that have no scale: matches, and the spread of one match against its average. So they hold
 * for points by the hundred and for rare events too; `npm run backtest` shows how well.
 */

/**
 * How much a team changes from one season to the next, as the variance of its average. One part is this × the average × the
 * spread of one match (as a standard deviation): half way between a change in percent, which is too small for rare events, and
 * a change in spreads, which is too small for points by the hundred. It grows with the average by a power of it: what is
 * counted by the thousand is counted of groups that change more (readers, walkers) than a team that scores one or two.
 */
const DRIFT = 0.0095
const DRIFT_GROWTH = 0.15
/** The other part is a change in percent of the average, whatever the average is. */
const DRIFT_SHARE = 0.048
export const driftVariance = (average: number, variance: number): number =>
  DRIFT * average * Math.sqrt(variance) * (1 + average) ** DRIFT_GROWTH + (DRIFT_SHARE * average) ** 2
/** The same for what happens at most once a match, where the variance follows from the chance. */
export const DRIFT_OF_CHANCES = 0.009
/** Most teams change less than that, some much more: the multiples, and how likely each is. The season itself decides. */
export const DRIFTS: readonly { scale: number; weight: number }[] = [
  { scale: 0.15, weight: 0.21 },
  { scale: 0.6, weight: 0.48 },
  { scale: 2, weight: 0.25 },
  { scale: 8, weight: 0.06 },
]

/**
 * Regression to the mean, as if this many more matches had been played at the middle. What happens at most once a match is one
 * of several kinds, and last year's share says which: something rare, something like clean sheets, something like wins.
 */
export const MIDDLE_MATCHES = 20
export const MIDDLE_CHANCES: readonly { chance: number; weight: number }[] = [
  { chance: 0.05, weight: 0.2 },
  { chance: 0.28, weight: 1.5 },
  { chance: 0.48, weight: 1 },
]
/** Counts of one or two a match have a middle too. It reaches this far (in logarithms); beyond, a count is of another kind. */
export const MIDDLE_COUNT = 1.45
export const MIDDLE_COUNT_MATCHES = 9
export const MIDDLE_COUNT_REACH = 0.65

/**
 * The variance of one match that is expected at an average: what chance alone makes, more of it where matches differ
 * (touchdowns), and a share of the average where much is counted (points, books, minutes).
 */
const EXTRA_OF_COUNTS = { most: 0.8, half: 12 }
const EXTRA_SHARE = { most: 0.26, half: 150 }
const saturating = ({ most, half }: { most: number; half: number }, average: number): number =>
  (most * average) / (average + half)
export const usualVariance = (average: number): number =>
  average * (1 + saturating(EXTRA_OF_COUNTS, average)) + (saturating(EXTRA_SHARE, average) * average) ** 2
/** How uncertain that is, in standard deviations of the logarithm of the variance: little for rare events, much for large counts. */
export const spreadDoubt = (average: number): number => 0.1 + (0.9 * average) / (average + 3)
/** A t distribution: its degrees of freedom, how far it is above what is expected, and how much wider. */
export const SPREAD_FREEDOM = 6
export const SPREAD_SHIFT = 0.13
export const SPREAD_DOUBT = 1.2

/** The rest of a season is played by a slightly different team than the start: variance, in multiples of one match's. */
export const FORM_OF_CHANCES = 0.0018
/**
 * The same for counts, as a level that walks: from the first match to the last by this variance, in multiples of one
 * match's. Most seasons hardly walk; some have a trend, and their results make the larger ones likelier.
 */
export const FORMS: readonly { walk: number; weight: number }[] = [
  { walk: 0.01, weight: 0.92 },
  { walk: 0.15, weight: 0.07 },
  { walk: 1, weight: 0.01 },
]

/** How much likelier "at most once a match" is at first, where last year fits it, or nothing is known. */
export const ONCE_ODDS_LAST_YEAR = 55
export const ONCE_ODDS_UNKNOWN = 7
/** Above one in two matches, counts fit as well: the odds fall by this power of e. */
export const ONCE_ODDS_FALL = 10

/** A target, or an expected range, is off by this share of itself, if it means anything. */
export const TARGET_DOUBT = 0.2
/** How likely it means anything, beside last year's result and without one. The season's results decide from there. */
export const TARGET_WEIGHT = 0.2
export const TARGET_WEIGHT_ALONE = 0.6
/** What is known without last year and without a target that means anything, in matches. */
export const VAGUE_MATCHES = 0.5
export const VAGUE_CHANCE = 0.34
export const VAGUE_MATCHES_OF_CHANCES = 2

/** Without a schedule and without last year's matches, a season is taken to have this many, times one of these shares. */
export const USUAL_MATCHES = 20
export const LENGTHS: readonly { share: number; weight: number }[] = [
  { share: 0.7, weight: 1 },
  { share: 1, weight: 2 },
  { share: 1.4, weight: 1 },
]
