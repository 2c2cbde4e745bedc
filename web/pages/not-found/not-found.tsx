import { data, Link } from 'react-router'
import { ACTIONS } from '#web/parts/marketing/section-classes.ts'
import { paths } from '#web/paths.ts'
import { privateMeta } from '#web/site/meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { HERO_ART } from '#web/ui/hero.ts'

const TITLE = '404 Page Not Found'

export const meta = () => privateMeta(TITLE)

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export function NotFound() {
  return (
    <main id="main" className="hero grid content-center">
      <img className={HERO_ART} src="/art/scouts-4-wide.svg" alt="" />
      <div className="wrap py-18">
        <p className="mb-7 flex gap-2" aria-hidden="true">
          {[...TITLE.slice(0, 3)].map((digit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the plates are their places
            <span key={index} className="fig plate px-5 py-4.5 large-[7]">
              {digit}
            </span>
          ))}
        </p>
        <h1 className="title">{TITLE}</h1>
        <p className="lead mt-3 mb-7">Did you forget to add the page to the router?</p>
        <search>
          <form action={paths.campaigns} method="get" className="mb-6 flex max-w-[34rem] gap-2.5">
            <input
              type="search"
              name="search"
              className="input min-w-0 flex-1 scheme-light-dark text-ink"
              dir="auto"
              aria-label="Search campaigns and organizations"
              placeholder="Search campaigns, organizations..."
              maxLength={200}
              enterKeyHint="search"
            />
            <button type="submit" className={buttonClass({ kind: 'onboard' })}>
              Search
            </button>
          </form>
        </search>
        <p className={ACTIONS}>
          <Link to={paths.landing} className={buttonClass({ kind: 'primary', size: 'big' })}>
            Back to Home
          </Link>
          <Link to={paths.campaigns} className={`${buttonClass({ kind: 'onboard' })} min-h-14`}>
            Browse Campaigns
          </Link>
          <Link to={paths.help} className={`${buttonClass({ kind: 'onboard' })} min-h-14`}>
            Help
          </Link>
        </p>
      </div>
    </main>
  )
}

export default NotFound
