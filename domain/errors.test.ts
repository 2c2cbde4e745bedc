import { expect, it } from 'vitest'
import { DomainError, invalidField, notFound } from './errors.ts'

it('a refusal has a code, a message, and what more the caller may need', () => {
  const refusal = new DomainError('conflict', 'Voided already', { details: { id: 7 }, fields: { name: 'x' } })
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({
    ...{ name: 'DomainError', code: 'conflict', message: 'Voided already' },
    ...{ details: { id: 7 }, fields: { name: 'x' } },
  })
  expect(new DomainError('conflict', 'Voided already')).toMatchObject({
    fields: undefined,
    details: undefined,
  })
})

it('a wrong field is named with the sentence shown beside it', () => {
  expect(invalidField('name', 'Required')).toMatchObject({
    ...{ code: 'invalid', message: 'Required', fields: { name: 'Required' } },
  })
})

it('what is missing is said', () => {
  expect(notFound('Campaign')).toMatchObject({ code: 'not_found', message: 'Campaign not found' })
})
