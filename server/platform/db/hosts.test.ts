import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/database.ts'
import { freePort } from '#tests/free-port.ts'
import { openDatabase, sql } from './database.ts'
import { hostsOf, newClient } from './hosts.ts'

it('an address names one host or several, each with a port of its own, and keeps its other parameters', () => {
  for (const one of ['postgres://app@db/name', 'postgres:///name?host=/run/postgresql'])
    expect(hostsOf(one)).toEqual({ urls: [one], needsWrites: false })
  expect(
    hostsOf('postgres://app:p%40ss@one:5432,two/x?sslmode=disable&target_session_attrs=read-write'),
  ).toEqual({
    urls: ['postgres://app:p%40ss@one:5432/x?sslmode=disable', 'postgres://app:p%40ss@two/x?sslmode=disable'],
    needsWrites: true,
  })
  expect(hostsOf('postgresql://one,two/x?target_session_attrs=any').needsWrites).toBe(false)
})

it('a connection goes to the first host that answers', async () => {
  const database = await createTestDatabase()
  const { host } = new URL(database.url)
  const several = database.url.replace(host, `127.0.0.1:${await freePort()},${host}`)
  const db = openDatabase({ url: `${several}?target_session_attrs=read-write` })
  expect(await db.query(sql`select current_setting('timezone') as zone`)).toEqual([{ zone: 'UTC' }])
  const both = await Promise.all(
    [1, 2, 3].map((nth) => db.transaction((tx) => tx.query(sql`select ${nth}::integer as nth`))),
  )
  expect(both).toEqual([[{ nth: 1 }], [{ nth: 2 }], [{ nth: 3 }]])
  const client = newClient(several)
  await client.connect()
  await client.end()
  await db.close()
  await database.drop()
})

it('without a host that answers, the reason is that of the last one', async () => {
  const one = await freePort()
  const two = await freePort()
  const client = newClient(`postgres://app@127.0.0.1:${one},127.0.0.1:${two}/x`)
  await expect(client.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED', port: two })
})

it('a connection that ends between two statements does not end the program', () => {
  const client = newClient('postgres://app@127.0.0.1:5432/x')
  expect(() => client.emit('error', new Error('terminated'))).not.toThrow()
})
