import { expect, it } from 'vitest'
import { otherPlaceOf, placeElsewhere, STATE_CODES, stateName, zipIn } from './states.ts'

it.each([
  ['97701', '97701'],
  [' 97701-1234 ', '97701-1234'],
  ['977011234', '97701-1234'],
  ['02134', '02134'],
])('the ZIP code %j is read as %j', (typed, zip) => {
  expect(zipIn(typed)).toBe(zip)
})

it.each(['2134', 'ABCDE', '', '9770', '977012', '97701-12', 'K1A 0B6', '97701a'])(
  '%j is no ZIP code',
  (typed) => {
    expect(zipIn(typed)).toBeNull()
  },
)

const FITTING = [
  'AL 35203, AK 99501, AZ 85001, AR 72201, CA 94102, CO 80202, CT 06103, DE 19901, FL 32301, GA 30303, HI 96813',
  'ID 83702, IL 62701, IN 46204, IA 50309, KS 66603, KY 40601, LA 70802, ME 04330, MD 21401, MA 02108, MI 48933',
  'MN 55101, MS 39201, MO 65101, MT 59601, NE 68508, NV 89701, NH 03301, NJ 08608, NM 87501, NY 12207, NC 27601',
  'ND 58501, OH 43215, OK 73102, OR 97301, PA 17101, RI 02903, SC 29201, SD 57501, TN 37219, TX 78701, UT 84111',
  'VT 05602, VA 23219, WA 98501, WV 25301, WI 53703, WY 82001, MA 05501, NY 06390, NY 00501, TX 88595, TX 73301',
  'VA 20101, VA 20041, WY 83414, GA 39901',
].flatMap((line) => line.split(', '))

it.each(FITTING)('%s needs no question', (place) => {
  const [state = '', zip = ''] = place.split(' ')
  expect(otherPlaceOf({ state, zip })).toBeNull()
})

it.each([
  ['MA', '02903', 'Rhode Island'],
  ['MA', '02903-1234', 'Rhode Island'],
  ['CT', '06390', 'New York'],
  ['MD', '20001', 'Washington, DC'],
  ['VA', '20500', 'Washington, DC'],
  ['FL', '00901', 'Puerto Rico'],
  ['CA', '96799', 'American Samoa'],
  ['HI', '96910', 'Guam'],
  ['FL', '34001', 'a military or diplomatic post (APO, FPO or DPO AA)'],
  ['NY', '09012', 'a military or diplomatic post (APO, FPO or DPO AE)'],
  ['CA', '96201', 'a military or diplomatic post (APO, FPO or DPO AP)'],
])('in %s, the ZIP code %s is asked about: it is in %s', (state, zip, place) => {
  expect(stateName(otherPlaceOf({ state, zip }) ?? '')).toBe(place)
})

it('what is no ZIP code, or begins like none in use, is not asked about', () => {
  for (const zip of ['2134', '', '00000']) expect(otherPlaceOf({ state: 'MA', zip })).toBeNull()
  expect(otherPlaceOf({ state: '', zip: '02903' })).toBeNull()
})

it('the places beyond the fifty states are known, and none of them is one', () => {
  expect(STATE_CODES).toHaveLength(50)
  const elsewhere = ['DC', 'PR', 'VI', 'GU', 'AS', 'MP', 'AA', 'AE', 'AP', ' dc ']
  expect(elsewhere.filter((code) => placeElsewhere(code) === null)).toEqual([])
  expect(['MA', 'ZZ', '', null, 7, 'constructor'].map(placeElsewhere)).toEqual(Array(6).fill(null))
})
