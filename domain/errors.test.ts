import { expect, it } from 'vitest'
import { DomainError, invalidField, notFound } from './errors.ts'

it('a domain error has a code, a message, and optional fields and details', () => {
  const refusal = new DomainError('conflict', 'Already voided', { details: { id: 7 }, fields: { name: 'x' } })
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({
    name: 'DomainError',
    code: 'conflict',
    message: 'Already voided',
    details: { id: 7 },
    fields: { name: 'x' },
  })
  expect(new DomainError('conflict', 'Already voided')).toMatchObject({
    fields: undefined,
    details: undefined,
  })
})

it('an invalid field is named with the message shown beside it', () => {
  expect(invalidField('name', 'Required')).toMatchObject({
    code: 'invalid',
    message: 'Required',
    fields: { name: 'Required' },
  })
})

it('a not-found error names what was not found', () => {
  expect(notFound('Campaign')).toMatchObject({ code: 'not_found', message: 'Campaign not found' })
})
