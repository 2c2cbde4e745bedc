/** The forms about people and results, and those for visitors. */
import { CHOICES, EMAIL, EVIDENCE, type FormRules, LENGTH, long, NUMBER, OFF, tooLong } from './rule.ts'

export const peopleForms = (): Record<string, FormRules> => ({
  'ambassador invite': {
    method: 'POST',
    path: '/api/campaigns/{campaign}/ambassadors',
    good: { email: 'amber@example.org' },
    rounds: [
      { wrong: [{ field: 'email', label: 'Email', typed: '', words: EMAIL }] },
      { wrong: [{ field: 'email', label: 'Email', typed: 'amber@', words: EMAIL }] },
    ],
  },
  'bulk invite': {
    method: 'POST',
    path: '/api/campaigns/{campaign}/ambassadors/imports/preview',
    good: { text: 'amber@example.org' },
    rounds: [
      {
        wrong: [{ field: 'text', sent: ' ', because: OFF, words: 'Paste addresses or choose a file' }],
      },
      {
        wrong: [
          {
            field: 'text',
            label: 'Addresses',
            typed: 'amber\u0007@example.org',
            words: 'Some characters cannot be read: save the file as CSV (UTF-8)',
          },
        ],
      },
      {
        wrong: [
          {
            field: 'text',
            label: 'Addresses',
            typed: long(100_000),
            words: 'That is too long: invite people in several batches',
          },
        ],
      },
    ],
  },
  'invite member': {
    method: 'POST',
    path: '/api/organizations/{organization}/invitations',
    good: { email: 'olaf@example.org', role: 'owner' },
    rounds: [
      {
        wrong: [
          { field: 'email', label: 'Email', typed: 'olaf', words: EMAIL },
          { field: 'role', label: 'Role', sent: '', words: 'Choose a role' },
        ],
      },
    ],
  },
  organization: {
    method: 'PUT',
    path: '/api/organizations/{organization}',
    good: { description: 'We play.', website: '', city: 'Bend', state: 'OR' },
    rounds: [
      {
        wrong: [
          { field: 'description', label: 'Description', typed: '', words: 'Description is required' },
          { field: 'website', label: 'Website', typed: 'alder creek', words: 'Please enter a valid URL' },
          { field: 'city', label: 'City', typed: ' ', words: 'City is required' },
          { field: 'state', sent: 'ZZ', because: CHOICES, words: 'State is required' },
          { field: 'streetAddress', label: 'Street address', typed: long(200), words: tooLong(200) },
          { field: 'zip', label: 'ZIP code', typed: long(20), words: tooLong(20) },
          { field: 'payeeName', label: 'Payee', typed: long(200), words: tooLong(200) },
          {
            field: 'fiscalYearFrom',
            sent: '13',
            because: CHOICES,
            words: 'Choose a month from 01 to 12',
          },
        ],
      },
      {
        wrong: [
          { field: 'description', label: 'Description', typed: long(2000), words: tooLong(2000) },
          {
            field: 'website',
            label: 'Website',
            typed: `https://example.org/${long(500)}`,
            words: tooLong(500),
          },
          { field: 'city', label: 'City', typed: long(100), words: tooLong(100) },
        ],
      },
    ],
  },
  verification: {
    method: 'PUT',
    path: '/api/organizations/{organization}/standing',
    as: 'representative',
    good: {
      is501c3: false,
      ein: '',
      einCheckedOn: '',
      is501c3Since: '',
      sizeTier: '',
      timeZone: 'America/Los_Angeles',
    },
    rounds: [
      {
        wrong: [
          { field: 'ein', label: 'EIN', typed: '12', words: 'An EIN has nine digits, such as 12-3456789' },
          {
            field: 'einCheckedOn',
            label: 'Checked on',
            typed: '02/30/2026',
            sent: '2026-02-30',
            words: 'Enter the day it was checked',
          },
          {
            field: 'is501c3Since',
            label: '501(c)(3) since',
            typed: '02/30/2026',
            sent: '2026-02-30',
            words: 'Enter the day from which the IRS recognizes it',
          },
          { field: 'sizeTier', sent: 'huge', because: CHOICES, words: 'Choose a size' },
          { field: 'timeZone', sent: 'Mars', because: CHOICES, words: 'Choose a time zone' },
        ],
      },
    ],
  },
  representative: {
    method: 'POST',
    path: '/api/representatives',
    as: 'representative',
    good: { email: 'rita@example.org' },
    rounds: [{ wrong: [{ field: 'email', label: 'Email', typed: 'rita', words: EMAIL }] }],
  },
  profile: {
    method: 'PUT',
    path: '/api/auth/user',
    good: { firstName: 'Olive', lastName: 'Reyes' },
    rounds: [
      {
        // One name is enough, in either field.
        before: { 'Last name': '' },
        wrong: [
          {
            field: 'firstName',
            label: 'First name',
            typed: '',
            sentWith: { lastName: '' },
            words: 'First name is required',
          },
          { field: 'phone', label: 'Phone', typed: long(40), words: tooLong(40) },
          { field: 'streetAddress1', label: 'Street address', typed: long(200), words: tooLong(200) },
          { field: 'streetAddress2', label: 'Apartment, suite', typed: long(200), words: tooLong(200) },
          { field: 'city', label: 'City', typed: long(100), words: tooLong(100) },
          { field: 'state', sent: 'ZZ', because: CHOICES, words: 'Choose a state' },
          { field: 'zip', label: 'ZIP code', typed: long(20), words: tooLong(20) },
        ],
      },
      {
        wrong: [
          { field: 'firstName', label: 'First name', typed: long(100), words: tooLong(100) },
          { field: 'lastName', label: 'Last name', typed: long(100), words: tooLong(100) },
        ],
      },
    ],
  },
})

export const resultForms = (): Record<string, FormRules> => ({
  'single result': {
    method: 'POST',
    path: '/api/campaigns/{campaign}/results',
    good: { statisticId: '{statistic}', kind: 'count', quantity: '2', note: '', evidenceUrl: '' },
    rounds: [
      {
        wrong: [
          { field: 'quantity', label: 'How many', typed: '', words: NUMBER },
          {
            field: 'evidenceUrl',
            label: 'Evidence link',
            typed: 'http://a.example/sheet',
            words: EVIDENCE,
          },
          { field: 'note', label: 'Note', typed: long(500), words: tooLong(500) },
        ],
      },
      { wrong: [{ field: 'quantity', label: 'How many', typed: '1.234', words: NUMBER }] },
      { wrong: [{ field: 'quantity', label: 'How many', typed: '-1000001', words: NUMBER }] },
    ],
  },
  achievement: {
    method: 'POST',
    path: '/api/campaigns/{campaign}/results',
    good: { statisticId: '{statistic}', kind: 'achieved', note: '', evidenceUrl: '' },
    rounds: [
      {
        wrong: [
          {
            field: 'evidenceUrl',
            label: 'Evidence link',
            typed: 'javascript:alert(1)',
            words: EVIDENCE,
          },
          { field: 'note', label: 'Note', typed: long(500), words: tooLong(500) },
        ],
      },
    ],
  },
  'result correction': {
    method: 'POST',
    path: '/api/campaigns/{campaign}/results/{result}/void',
    good: { reason: 'Counted twice' },
    rounds: [
      {
        wrong: [
          { field: 'reason', sent: ' ', because: OFF, words: 'Enter a reason' },
          { field: 'reason', sent: long(500), because: LENGTH, words: tooLong(500) },
        ],
      },
    ],
  },
})

export const visitorForms = (): Record<string, FormRules> => ({
  comment: {
    method: 'POST',
    path: '/api/campaigns/{campaign}/comments',
    good: { message: 'Go!' },
    rounds: [
      {
        wrong: [
          { field: 'message', sent: ' ', because: OFF, words: 'Write a message first' },
          { field: 'message', sent: long(1000), because: LENGTH, words: tooLong(1000) },
        ],
      },
    ],
  },
  'comment report': {
    method: 'POST',
    path: '/api/campaigns/{campaign}/comments/{comment}/reports',
    good: { reason: 'Rude' },
    rounds: [{ wrong: [{ field: 'reason', sent: long(300), because: LENGTH, words: tooLong(300) }] }],
  },
  contact: {
    method: 'POST',
    path: '/api/contact',
    good: { name: 'Pat', email: 'pat@example.org', message: 'Hello', homepage: '' },
    rounds: [
      {
        wrong: [
          { field: 'name', label: 'Name', typed: ' ', words: 'Name is required' },
          { field: 'email', label: 'Email', typed: 'pat', words: EMAIL },
          { field: 'message', label: 'Message', typed: '', words: 'Write a message first' },
          { field: 'name', sent: long(120), because: LENGTH, words: tooLong(120) },
          { field: 'organization', sent: long(200), because: LENGTH, words: tooLong(200) },
          { field: 'phone', sent: long(40), because: LENGTH, words: tooLong(40) },
          { field: 'message', sent: long(4000), because: LENGTH, words: tooLong(4000) },
        ],
      },
    ],
  },
})
