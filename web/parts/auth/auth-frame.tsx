import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths, signInPath, signUpPath, type Waiting } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { HERO_ART } from '#web/ui/hero.ts'

/** The instruction of a screen that asks for one thing, to be read with its field. */
export const AUTH_LEAD = 'auth-lead'

/**
 * A card on the touchline: one thing to do, with the field behind it. It starts at the top: a centered card would
 * move up while the rest of it loads.
 */
export function AuthFrame({
  title,
  lead,
  children,
  below,
}: {
  title: string
  lead: string
  children: ReactNode
  below?: ReactNode
}) {
  return (
    <main id="main" className="hero grid content-start justify-items-center px-4 py-12 lg:py-20">
      <img className={HERO_ART} src="/art/soccer-0-wide.svg" alt="" />
      <section className="card w-full max-w-[30rem] p-6 text-ink shadow-(--sh3) md:p-9">
        <h1>{title}</h1>
        <p id={AUTH_LEAD} className="mt-2 mb-6 text-ink2">
          {lead}
        </p>
        {children}
        {below && <p className="mt-6 border-t border-line pt-5 text-ink2">{below}</p>}
      </section>
    </main>
  )
}

/** Shown on both screens while a pledge waits. */
export const PLEDGE_WAITS = 'Your pledge is kept. Sign in or sign up, and it opens right where you left it.'

const INVITED = /\/join\?/

/** Why this screen is shown to someone who opened an invitation; null for everyone else. */
export const invitationLead = (returnTo: string): string | null =>
  INVITED.test(returnTo) ? 'Your invitation is waiting: you can join right after.' : null

/** Someone who wants to start a campaign and may well be new here. */
export const startsCampaign = (returnTo: string): boolean => returnTo.split('?')[0] === paths.createCampaign

export const START_TITLE = 'Start your campaign'
export const START_LEAD = 'It is free to set up, and you owe nothing if nothing is raised. What happens next:'

/** For a coach who has never been here: the way from this screen to the first pledge. */
export function StartSteps() {
  const steps = [
    'Sign up, and say what your team does and what counts: goals, laps, books.',
    'We look it over with you, and open it. Usually that takes a week or two.',
    'You share the link. Families pledge, and pay only for what was achieved.',
  ]
  return (
    <ol className="mb-6 grid gap-2.5">
      {steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-2">
          <span className="fig large-[1.5] text-accenttext" aria-hidden="true">
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}

type EitherWayProps = { now: 'sign-in' | 'sign-up'; returnTo: string; waiting: Waiting }

/** The other screen, as prominent as the form's own button and above it: people who are sent here may well be new. */
export function EitherWay({ now, returnTo, waiting }: EitherWayProps) {
  const [question, text, to] =
    now === 'sign-in'
      ? ['New here?', 'Sign Up', signUpPath(returnTo, waiting)]
      : ['Have an account?', 'Sign in', signInPath(returnTo, waiting)]
  return (
    <nav aria-label="Sign in or sign up" className="mb-6 grid gap-2 border-b border-line pb-6">
      <p>
        <strong>{question}</strong>
      </p>
      <Link to={to} className={buttonClass({ kind: 'primary', full: true })}>
        {text}
      </Link>
    </nav>
  )
}
