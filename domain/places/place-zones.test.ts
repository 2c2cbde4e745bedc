import { expect, it } from 'vitest'
import { isOfferedZone, OFFERED_ZONES, proposedZone } from './place-zones.ts'
import { STATE_CODES } from './states.ts'
import { isTimeZone } from './zone.ts'

const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'
const BOISE = 'America/Boise'

it('a time zone is proposed for every state, and all can be chosen (R22)', () => {
  for (const state of STATE_CODES)
    expect(isOfferedZone(proposedZone({ state, city: 'Springfield' }))).toBe(true)
  expect(OFFERED_ZONES.filter((zone) => !isTimeZone(zone))).toEqual([])
})

/** Towns at the lines that run through states, on both sides. */
it.each([
  ['Pensacola', 'FL', '32501', CENTRAL],
  ['Panama City', 'FL', '32401', CENTRAL],
  ['Destin', 'FL', '32541', CENTRAL],
  ['Port St. Joe', 'FL', '32456', EASTERN],
  ['Tallahassee', 'FL', '32301', EASTERN],
  ['El Paso', 'TX', '79901', MOUNTAIN],
  ['Socorro', 'TX', '79927', MOUNTAIN],
  ['Sierra Blanca', 'TX', '79851', MOUNTAIN],
  ['Van Horn', 'TX', '79855', CENTRAL],
  ['Gary', 'IN', '46402', CENTRAL],
  ['Michigan City', 'IN', '46360', CENTRAL],
  ['Evansville', 'IN', '47708', CENTRAL],
  ['Tell City', 'IN', '47586', CENTRAL],
  ['South Bend', 'IN', '46601', 'America/Indiana/Indianapolis'],
  ['Bowling Green', 'KY', '42101', CENTRAL],
  ['Paducah', 'KY', '42001', CENTRAL],
  ['Leitchfield', 'KY', '42754', CENTRAL],
  ['Elizabethtown', 'KY', '42701', EASTERN],
  ['Chattanooga', 'TN', '37402', EASTERN],
  ['Sevierville', 'TN', '37862', EASTERN],
  ['Cleveland', 'TN', '37311', EASTERN],
  ['Tullahoma', 'TN', '37388', CENTRAL],
  ['Crossville', 'TN', '38555', CENTRAL],
  ['Ironwood', 'MI', '49938', CENTRAL],
  ['Menominee', 'MI', '49858', CENTRAL],
  ['Marquette', 'MI', '49855', 'America/Detroit'],
  ['Dickinson', 'ND', '58601', MOUNTAIN],
  ['Bismarck', 'ND', '58501', CENTRAL],
  ['Rapid City', 'SD', '57701', MOUNTAIN],
  ['Lemmon', 'SD', '57638', MOUNTAIN],
  ['Pierre', 'SD', '57501', CENTRAL],
  ['Mobridge', 'SD', '57601', CENTRAL],
  ['Scottsbluff', 'NE', '69361', MOUNTAIN],
  ['Ogallala', 'NE', '69153', MOUNTAIN],
  ['North Platte', 'NE', '69101', CENTRAL],
  ['Goodland', 'KS', '67735', MOUNTAIN],
  ['Colby', 'KS', '67701', CENTRAL],
  ["Coeur d'Alene", 'ID', '83814', PACIFIC],
  ['Lewiston', 'ID', '83501', PACIFIC],
  ['Boise', 'ID', '83702', BOISE],
  ['Ontario', 'OR', '97914', BOISE],
  ['Baker City', 'OR', '97814', PACIFIC],
  ['Window Rock', 'AZ', '86515', MOUNTAIN],
  ['Flagstaff', 'AZ', '86001', 'America/Phoenix'],
  ['Adak', 'AK', '99546', 'America/Adak'],
  ['West Wendover', 'NV', '89883', MOUNTAIN],
  ['Phenix City', 'AL', '36867', EASTERN],
])('%s, %s has its own time, by its name and by its ZIP code %s', (city, state, zip, zone) => {
  expect([proposedZone({ city, state }), proposedZone({ city: 'Elsewhere', state, zip })]).toEqual([
    zone,
    zone,
  ])
})

it('a town is known however it is spelled, and by a ZIP code that fits its state only', () => {
  for (const city of ['  PENSACOLA ', 'Ft. Walton Beach', 'fort walton beach', 'Coeur d’Alene', 'St. Maries'])
    expect(proposedZone({ city, state: /^(coeur|st)/i.test(city) ? 'ID' : 'FL' })).not.toBe(EASTERN)
  expect(proposedZone({ city: 'El Paso', state: 'TX', zip: '02903' })).toBe(MOUNTAIN)
  expect(proposedZone({ city: 'El Paso', state: 'TX', zip: '7990' })).toBe(MOUNTAIN)
})
