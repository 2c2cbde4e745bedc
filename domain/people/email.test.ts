import { expect, it } from 'vitest'
import { isLookAlike, keptEmail } from './email.ts'

it.each([
  ['ann@müller.de', 'ann@xn--mller-kva.de'],
  ['x@пример.рф', 'x@xn--e1afmkfd.xn--p1ai'],
  ['x@xn--e1afmkfd.xn--p1ai', 'x@xn--e1afmkfd.xn--p1ai'],
  ['jürgen@example.org', 'jürgen@example.org'],
  ['Юрий@example.org', 'юрий@example.org'],
  ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
  ['משה@example.org', 'משה@example.org'],
  ["d'angelo.o'neil-smith+pta@example.org", "d'angelo.o'neil-smith+pta@example.org"],
  ['ann@straße.de', 'ann@xn--strae-oqa.de'],
  ['x@日本の.みんな', 'x@xn--u9ju32nb2a.xn--q9jyb4c'],
])('%s is an address, and kept as %s', (typed, kept) => {
  expect(keptEmail(typed)).toBe(kept)
})

it('an address is one, however it is typed', () => {
  const spellings = [
    'jürgen@müller.de',
    ' JÜRGEN@MÜLLER.DE ',
    'ju\u0308rgen@mu\u0308ller.de',
    'jürgen@xn--mller-kva.de',
  ]
  spellings.push('ju\u0308rgen@XN--MLLER-KVA.DE', 'ｊürgen＠müller．de')
  expect(new Set(spellings.map(keptEmail))).toEqual(new Set(['jürgen@xn--mller-kva.de']))
})

it.each([
  '',
  'ann',
  'ann@',
  '@x.org',
  'ann@x',
  'ann@x.',
  'ann@.org',
  'ann@-x.org',
  'ann@x-.org',
  'a b@x.org',
  'a@b@x.org',
  'a..b@x.org',
  '.a@x.org',
  'a.@x.org',
  'ann@1.2.3.4',
  'ann@x.o',
  'ann@mü/ller.de',
  'ann@mü%2e.de',
  'ann@x.org,',
  'ann\u200b@x.org',
  '\u202eann@x.org',
  'ann\u0000@x.org',
  '\u0301ann@x.org',
  'ann\n@x.org',
  '<ann@x.org>',
  '"a"@x.org',
  // Each may be somebody else's mailbox than the one that it looks like.
  'a²@x.org',
  'ª@x.org',
  'ſ@x.org',
  'ﬁ@x.org',
  `${'a'.repeat(250)}@x.org`,
  `${'ü'.repeat(125)}@x.org`,
  `a@${'b'.repeat(64)}.org`,
])('%j is no address', (typed) => {
  expect(keptEmail(typed)).toBeNull()
})

it('a domain that mixes alphabets may imitate another one', () => {
  const imitating = ['аpple.com', 'аррӏе.com', 'gооgle.com', 'раураl.com']
  expect(imitating.map(isLookAlike)).toEqual([true, true, true, true])
  const own = ['müller.de', 'пример.рф', '日本.com', 'みんなの日本.jp', '한국.kr', 'موقع.example', '4-h.org']
  expect(own.filter(isLookAlike)).toEqual([])
})
