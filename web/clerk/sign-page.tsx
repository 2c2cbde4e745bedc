import {
  EitherWay,
  PLEDGE_WAITS,
  START_LEAD,
  START_TITLE,
  StartSteps,
  startsCampaign,
} from '#web/parts/auth/auth-frame.tsx'
import type { Waiting } from '#web/paths.ts'
import { HERO_ART } from '#web/ui/hero.ts'
import { ClerkScreen } from './screen.tsx'

type Props = { screen: 'sign-in' | 'sign-up'; title: string; returnTo: string }

/** Clerk's own card on the touchline layout: it brings its heading, its steps and its link to the other screen. */
export function ClerkSignPage({ waiting, ...props }: Props & { waiting: Waiting }) {
  return (
    <main id="main" className="hero grid place-items-center px-4 py-12 lg:py-20">
      <img className={HERO_ART} src="/art/soccer-0-wide.svg" alt="" />
      <div className="w-full max-w-[30rem] text-ink">
        {waiting && (
          <div className="card mb-4 p-6 pb-0">
            <p className="mb-4">{PLEDGE_WAITS}</p>
            <EitherWay now={props.screen} returnTo={props.returnTo} waiting={waiting} />
          </div>
        )}
        {startsCampaign(props.returnTo) && (
          <div className="card mb-4 p-6 pb-0">
            <h2 className="mb-2">{START_TITLE}</h2>
            <p className="mb-4 text-ink2">{START_LEAD}</p>
            <StartSteps />
            <EitherWay now={props.screen} returnTo={props.returnTo} waiting={null} />
          </div>
        )}
        <ClerkScreen {...props} />
      </div>
    </main>
  )
}
