import { useEffect, useRef } from 'react'
import {
  EitherWay,
  PLEDGE_WAITS,
  START_LEAD,
  START_TITLE,
  StartSteps,
  startsCampaign,
} from '#web/parts/auth/auth-frame.tsx'
import type { Waiting } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { HERO_ART } from '#web/ui/hero.ts'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { type Screen, setStage, useClerkState } from './stage.ts'

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

type ScreenProps = { screen: Screen; title: string; returnTo?: string }

/** The place of one of Clerk's widgets: placeholders of its size while it loads, a message if it does not. */
export function ClerkScreen({ screen, title, returnTo = '' }: ScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  const state = useClerkState()
  useEffect(() => {
    const node = place.current
    return node ? setStage({ screen, node, returnTo }) : undefined
  }, [screen, returnTo])
  return (
    <div className="clerk-screen" aria-busy={state === 'loading'}>
      {state === 'loading' && <Coming title={title} />}
      {state === 'error' && <Failed title={title} />}
      <div ref={place} />
    </div>
  )
}

const Coming = ({ title }: { title: string }) => (
  <div className="card grid gap-4 p-6 md:p-9">
    <h1>{title}</h1>
    <span className="sr-only" role="status">
      Loading
    </span>
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-6 w-2/3" />
  </div>
)

const Failed = ({ title }: { title: string }) => (
  <div className="card grid gap-4 p-6 md:p-9">
    <h1>{title}</h1>
    <Note tone="danger" role="alert">
      This part of the page could not be loaded. Check your connection and any content blocker in your
      browser, then try again.
    </Note>
    <Button kind="primary" className="justify-self-start" onClick={() => window.location.reload()}>
      Try again
    </Button>
  </div>
)
