import { expect, test } from 'vitest'
import { databaseFaultOf, isConnectionLost, isDatabaseLost } from './fault.rules.ts'

const coded = (code: string) => Object.assign(new Error('of the driver'), { code })

test.each(['ENOSPC', 'EDQUOT', '53100', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE'])(
  '%s: the disk is full',
  (code) => {
    expect(databaseFaultOf(coded(code))).toBe('storageFull')
  },
)

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  '08006',
  '57P01',
  '57P03',
  '53300',
  '57014',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
])('%s: the database is away or too slow', (code) => {
  expect(databaseFaultOf(coded(code))).toBe('databaseAway')
})

test.each(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'XX001', 'XX002'])(
  '%s: what is stored is damaged',
  (code) => {
    expect(databaseFaultOf(coded(code))).toBe('databaseDamaged')
  },
)

test('what fails at every address of a host is away; words of the driver count as well', () => {
  expect(databaseFaultOf(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe(
    'databaseAway',
  )
  expect(databaseFaultOf(new Error('Connection terminated unexpectedly'))).toBe('databaseAway')
  expect(databaseFaultOf(new Error('timeout exceeded when trying to connect'))).toBe('databaseAway')
  expect(databaseFaultOf(new Error('Client was closed and is not queryable'))).toBe('databaseAway')
})

test.each([
  undefined,
  'ENOSPC',
  new Error('ENOSPC'),
  coded('23505'),
  coded('SQLITE_CONSTRAINT'),
  coded('ENOENT'),
])('anything else is a fault of ours: %s', (cause) => {
  expect(databaseFaultOf(cause)).toBeUndefined()
})

test.each([
  ['08006', true, true],
  ['57P01', true, true],
  ['53300', true, true],
  ['ECONNRESET', false, true],
  ['57014', false, false],
  ['55P03', false, false],
  ['SQLITE_BUSY', false, false],
])(
  '%s: whether the connection was lost, by its code alone and where nothing else was spoken to',
  (code, alone, here) => {
    expect([isConnectionLost(coded(code)), isDatabaseLost(coded(code))]).toEqual([alone, here])
  },
)
