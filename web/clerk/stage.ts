/** Where Clerk's widgets go on the page, and the state of its script. One provider serves all of them. */
import { useSyncExternalStore } from 'react'

export type Screen = 'sign-in' | 'sign-up' | 'profile'

type Stage = { screen: Screen; node: HTMLElement; returnTo: string }

export type ClerkState = 'loading' | 'ready' | 'error'

let stage: Stage | null = null

let state: ClerkState = 'loading'

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page gives a widget its place; the returned function removes it. */
export function setStage(next: Stage): () => void {
  stage = next
  tell()
  return () => {
    if (stage !== next) return
    stage = null
    tell()
  }
}

export function setClerkState(next: ClerkState): void {
  state = next
  tell()
}

export const useStage = (): Stage | null =>
  useSyncExternalStore(
    listen,
    () => stage,
    () => null,
  )

export const useClerkState = (): ClerkState =>
  useSyncExternalStore(
    listen,
    () => state,
    () => 'loading',
  )
