import { routesWith } from '#server/platform/http/http.ts'
import type { Deps as SeasonDeps } from '#server/season/deps.ts'
import type { Studio } from './drawing-process.ts'

export type Deps = SeasonDeps & {
  /** Draws share pictures and flyers, on a separate thread. */
  studio: Studio
}

export const defineRoute = routesWith<Deps>()
