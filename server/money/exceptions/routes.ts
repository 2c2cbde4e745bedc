import { z } from 'zod'
import { Exception } from '#domain/schemas/exception.ts'
import { defineRoute } from '#server/money/deps.ts'

import { listExceptions } from './exceptions.ts'

export const exceptionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/exceptions',
    who: 'representative',
    summary: 'Rare things that happened to money and wait for a person, of campaigns first; no names',
    rules: 'R26, R34, R51',
    response: z.array(Exception),
    handle: ({ deps, actor }) => listExceptions(deps, actor),
  }),
]
