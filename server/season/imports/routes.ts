import { FollowedCalendar, Imported, ImportForm, ImportPreview } from '#domain/schemas/import.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { followedCalendar, stopFollowing } from './followed-calendar.ts'
import { importFile, previewImport } from './import.ts'

export const importRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/imports/preview',
    who: 'scorer',
    keys: 'none',
    summary:
      'What a file is and what importing it would do: a schedule, results, a calendar or a scorebook, with what a person has to answer; changes nothing',
    rules: 'R19, R22, R24, R72',
    params: IdParams,
    body: ImportForm,
    response: ImportPreview,
    handle: ({ deps, actor, params, body }) => previewImport(deps, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/imports',
    who: 'scorer',
    keys: 'none',
    summary: 'Import a file: all rows that are not left out, or none',
    rules: 'R19, R22, R24 (what has not begun on the schedule: owners), R72',
    creates: true,
    params: IdParams,
    body: ImportForm,
    response: Imported,
    handle: ({ deps, transact, actor, params, body }) => importFile(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/calendar',
    who: 'scorer',
    summary:
      'The calendar that the schedule follows: where it is, when it was read, and what waits; null: none',
    rules: 'R72',
    params: IdParams,
    response: FollowedCalendar.nullable(),
    handle: ({ deps, actor, params }) => followedCalendar(deps, actor, params.id),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/calendar',
    who: 'owner',
    summary: 'Stop following it; what came from it stays',
    rules: 'R72: whoever may confirm results',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => stopFollowing(deps, transact, actor, params.id),
  }),
]
