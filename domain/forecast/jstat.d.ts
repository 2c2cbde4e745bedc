/** The part of jstat (plain JavaScript without types) that the forecast uses. */
declare module 'jstat' {
  const jStat: {
    /** Natural logarithm of the gamma function, for x > 0. */
    gammaln(x: number): number
    /** Regularized lower incomplete gamma function P(shape, x), for shape > 0 and x ≥ 0. */
    lowRegGamma(shape: number, x: number): number
    /** Regularized incomplete beta function I_x(a, b), for 0 ≤ x ≤ 1. */
    ibeta(x: number, a: number, b: number): number
    normal: {
      cdf(x: number, mean: number, deviation: number): number
      /** The quantile of p, for 0 < p < 1. */
      inv(p: number, mean: number, deviation: number): number
    }
  }
  export default jStat
}
