/** Names of supporters: each first name with twelve last names. */
const FIRST = [
  'Alice',
  'Ben',
  'Carmen',
  'Devon',
  'Elena',
  'Frank',
  'Grace',
  'Hank',
  'Imani',
  'Jonah',
  'Keisha',
  'Liam',
  'Mei',
  'Noah',
  'Olivia',
  'Pablo',
  'Quinn',
  'Rosa',
  'Silas',
  'Tanya',
]
const LAST = [
  'Abbott',
  'Barnes',
  'Chavez',
  'Dawson',
  'Ellis',
  'Fischer',
  'Greene',
  'Huang',
  'Iverson',
  'Jefferson',
  'Kowalski',
  'Larsen',
  'Mbeki',
  'Nguyen',
  'Olson',
  'Park',
  'Quigley',
  'Reyes',
  'Schultz',
  'Tran',
  'Underwood',
  'Vasquez',
  'Weaver',
  'Young',
]
const EACH = 12

export const NAMES = Array.from({ length: EACH }, (_, round) =>
  FIRST.map((first, index): [string, string] => [first, LAST[(index * 5 + round) % LAST.length] as string]),
).flat()

/** With ZIP and area code. */
export const CITIES = [
  ['Worcester', 'MA', '01602', '508'],
  ['Bend', 'OR', '97701', '541'],
  ['Amarillo', 'TX', '79106', '806'],
  ['Portland', 'ME', '04103', '207'],
  ['Duluth', 'MN', '55805', '218'],
  ['Lafayette', 'LA', '70501', '337'],
  ['Tucson', 'AZ', '85713', '520'],
  ['Lincoln', 'NE', '68503', '402'],
  ['Asheville', 'NC', '28801', '828'],
  ['Anchorage', 'AK', '99504', '907'],
  ['Hilo', 'HI', '96720', '808'],
  ['Des Moines', 'IA', '50309', '515'],
] as const

export const STREETS = [
  'Maple Street',
  'Lakeview Drive',
  'Third Avenue',
  'Orchard Lane',
  'Mill Road',
  'Prospect Street',
]
