import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvMark, csvHead, csvLine, readCsv } from './csv.rules.ts'

const one: CsvMark = {
  id: 'RJ90000001',
  progress: 'finished',
  rating: 4,
  note: 'a "quiet" one, twice;\r\nand again',
}
const text = csvHead + csvLine(one) + csvLine({ id: 'RJ90000002' })

test('what is written is read again', () => {
  expect(text.startsWith('\ufeffcode,status,rating,note\r\n')).toBe(true)
  expect(readCsv(text)).toEqual({ marks: [one, { id: 'RJ90000002' }], faults: [] })
})

test.each(['=1+1', '+1', '-1', '@x', "'=1", "'", '\u0009x', '＝1+1', '＋1', '－1', '＠x', "'＝1", '\n=1'])(
  '%j is no formula in a spreadsheet',
  (note) => {
    const line = csvLine({ id: 'RJ90000001', note })
    expect(line).toMatch(/^RJ90000001,,,"?'/)
  },
)

test('any note comes back as it was, without the white space around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const note = typed.replaceAll('\0', '').trim()
      const { marks, faults } = readCsv(csvHead + csvLine({ id: 'RJ90000001', note }))
      expect(faults).toEqual([])
      expect(marks).toEqual([{ id: 'RJ90000001', ...(note !== '' && { note }) }])
    }),
  )
})

test.each([
  ['semicolons', 'code;status;rating;note\nRJ90000001;want;5;calm'],
  ['tabs and old line ends', 'code\tstatus\trating\tnote\rRJ90000001\twant\t5\tcalm'],
  ['a line that names the separator', 'sep=;\r\ncode;status;rating;note\r\nRJ90000001;want;5;calm\r\n'],
  ['other order, case and width', 'Note,CODE,Rating,Status\ncalm,ｒｊ90000001,"5,0",WANT'],
  ['empty lines and missing ends', 'code,note,status,rating\n\n"RJ90000001","calm",want,5\n,,,\n'],
])('reads %s', (_name, csv) => {
  const marks = [{ id: 'RJ90000001', progress: 'want', rating: 5, note: 'calm' }]
  expect(readCsv(csv)).toEqual({ marks, faults: [] })
})

test('what means nothing is named by its line, and the rest is read', () => {
  const csv = [
    'code,status,rating,note',
    'RJ90000001,want,,"two',
    'lines"',
    'nonsense,,,',
    'RJ90000002,maybe,,',
    'RJ90000003,,6,',
    'RJ90000004,,2.5,',
    `RJ90000005,,,${'x'.repeat(10_001)}`,
    'RJ90000006,,3,',
  ].join('\n')
  const { marks, faults } = readCsv(csv)
  expect(marks.map(({ id }) => id)).toEqual(['RJ90000001', 'RJ90000006'])
  expect(faults).toEqual([
    { line: 4, fault: 'workIdExpected' },
    { line: 5, fault: 'valueUnknown' },
    { line: 6, fault: 'ratingExpected' },
    { line: 7, fault: 'ratingExpected' },
    { line: 8, fault: 'textTooLong' },
  ])
})

test.each(['', '\ufeff', 'a,b\n1,2', '<html>', '{"kind":"koedana.own-data"}'])(
  '%j is no such table',
  (csv) => {
    expect(readCsv(csv)).toEqual({ marks: [], faults: [{ line: 1, fault: 'columnsMissing' }] })
  },
)

test('a table without end is read as far as its bound', () => {
  const { marks, faults } = readCsv(`code\n${'RJ90000001\n'.repeat(20_005)}`)
  expect(marks).toHaveLength(20_000)
  expect(faults).toEqual([{ line: 20_002, fault: 'tooManyLines' }])
})
