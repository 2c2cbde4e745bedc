/** What Stripe's keys reveal about themselves: test keys charge nobody, live keys charge real cards. Pure. */
type StripeKeys = { publishableKey: string; secretKey: string; webhookSecret: string | null }
type KeyMode = 'test' | 'live'

const PUBLISHABLE = /^pk_(test|live)_\w+$/
/** A restricted key also works, and can do less harm. */
const SECRET = /^[sr]k_(test|live)_\w+$/

const modeIn = (pattern: RegExp, key: string): KeyMode | null =>
  (pattern.exec(key)?.[1] as KeyMode | undefined) ?? null

/** Real money only with live keys. */
export const moneyModeOf = (secretKey: string): 'live' | 'sandbox' =>
  modeIn(SECRET, secretKey) === 'live' ? 'live' : 'sandbox'

type Place = { isLoopback: boolean; appUrl: string; isAskedFor: boolean; standIn: string | null }

/** What is wrong with the keys, in words that contain no key. */
export function problemsOf({ publishableKey, secretKey, webhookSecret }: StripeKeys, place: Place): string[] {
  const shown = modeIn(PUBLISHABLE, publishableKey)
  const kept = modeIn(SECRET, secretKey)
  const problems: string[] = []
  if (!shown) problems.push('STRIPE_PUBLISHABLE_KEY must start with pk_test_ or pk_live_')
  if (!kept) problems.push('STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_')
  if (webhookSecret !== null && !/^whsec_\w+$/.test(webhookSecret))
    problems.push('STRIPE_WEBHOOK_SECRET must start with whsec_')
  if (!shown || !kept) return problems
  if (shown !== kept)
    problems.push(
      `STRIPE_PUBLISHABLE_KEY is a ${shown} key and STRIPE_SECRET_KEY a ${kept} key: both must be of one kind`,
    )
  else problems.push(...(kept === 'live' ? problemsOfLive(place) : problemsOfTest(place)))
  if (!place.isLoopback && webhookSecret === null)
    problems.push(
      `STRIPE_WEBHOOK_SECRET is missing: without it, no one learns of a disputed charge. Send events to ${place.appUrl}/api/webhooks/stripe`,
    )
  return problems
}

function problemsOfLive({ isLoopback, appUrl, standIn }: Place): string[] {
  const problems: string[] = []
  if (isLoopback)
    problems.push(
      'The STRIPE_ keys are live and would charge real cards: set APP_URL and HOST to where the public reaches the site, or use test keys',
    )
  else if (!appUrl.startsWith('https://'))
    problems.push(`APP_URL is ${appUrl}: real cards are taken over https only`)
  if (standIn !== null)
    problems.push(`STRIPE_API_HOST is ${standIn}: a live key is sent to Stripe itself and nowhere else`)
  return problems
}

/** Test keys charge nobody: on a public site they must be enabled explicitly, like the sandbox. */
const problemsOfTest = ({ isLoopback, appUrl, isAskedFor }: Place): string[] =>
  isLoopback || isAskedFor
    ? []
    : [
        `APP_URL is ${appUrl} and the STRIPE_ keys are test keys, which charge no card: use live keys, or CARDS=stripe to keep them`,
      ]
