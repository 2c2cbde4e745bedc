/**
 * What the forecast assumes before a season says anything (R61), fitted on half of 263 pairs of seasons of two soccer
 * leagues and written in terms that have no scale: matches, and the spread of one match against its average. So they hold
 * for points by the hundred and for rare events too; `npm run backtest` shows how well.
 */

/**
 * How much a team changes from one season to the next. Its variance is this × the average × the spread of one match
 * (as a standard deviation): half way between a change in percent, which is too small for rare events and too large for
 * points by the hundred, and a change in spreads, which is the opposite.
 */
export const DRIFT = 0.0115
/**
 * It grows with the average, by this power of one more than it: what is counted by the thousand is counted of groups that
 * change more (readers, walkers) than a team that scores one or two.
 */
export const DRIFT_GROWTH = 0.16
/** Most teams change less than that, some much more: the multiples, and how likely each is. The season itself decides. */
export const DRIFTS: readonly { scale: number; weight: number }[] = [
  { scale: 0.15, weight: 0.25 },
  { scale: 0.6, weight: 0.48 },
  { scale: 2, weight: 0.22 },
  { scale: 8, weight: 0.05 },
]

/**
 * Regression to the mean. What happens at most once a match is pulled toward this share of the matches, as if so many
 * matches more had been played at it; less where it is rare or almost certain, which is another kind of statistic.
 */
export const MIDDLE_CHANCE = 0.34
export const MIDDLE_MATCHES = 15
/** Counts of one or two a match are pulled toward this by so much of the way (in logarithms); others, less and less. */
export const MIDDLE_COUNT = 1.6
export const MIDDLE_COUNT_PULL = 0.1

/** Beyond chance alone, one match varies by this share of its average. */
export const EXTRA_SPREAD = 0.16
/** How uncertain that is, as a standard deviation of the logarithm of the variance: little for rare events, much for large counts. */
export const spreadDoubt = (average: number): number => 0.15 + average / (average + 3)
/** The spreads tried, in those standard deviations, and how likely each is. */
export const SPREADS: readonly { deviations: number; weight: number }[] = [
  { deviations: -1.6, weight: 0.14 },
  { deviations: -0.8, weight: 0.2 },
  { deviations: 0, weight: 0.3 },
  { deviations: 0.8, weight: 0.22 },
  { deviations: 1.6, weight: 0.14 },
  { deviations: 2.6, weight: 0.07 },
]

/** What is left of a season is played by a slightly different team than what was: variance, in those of one match. */
export const FORM_OF_CHANCES = 0.002
/**
 * The same for counts, as a level that walks: from the first match to the last by this variance, in those of one match. Most
 * seasons hardly walk; some have a trend, and their results make the larger ones likelier.
 */
export const FORMS: readonly { walk: number; weight: number }[] = [
  { walk: 0.01, weight: 0.9 },
  { walk: 0.15, weight: 0.08 },
  { walk: 1, weight: 0.02 },
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
export const VAGUE_MATCHES_OF_CHANCES = 2

/** Without a schedule and without last year's matches, a season has so many, or this much of them. */
export const USUAL_MATCHES = 20
export const LENGTHS: readonly { share: number; weight: number }[] = [
  { share: 0.7, weight: 1 },
  { share: 1, weight: 2 },
  { share: 1.4, weight: 1 },
]
