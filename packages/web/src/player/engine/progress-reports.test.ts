import type { ProgressReport } from '@koedana/contract/progress.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Playable } from './player-ports.ts'
import { ProgressReports, reportIntervalMs, type SendResult } from './progress-reports.ts'

const item = (track: number, workId = 'W0'): Playable => ({
  workId,
  track: { id: `t${track}`, url: '', duration: 300 },
})

let nowMs: number
let isOn: boolean
let network: 'up' | 'down' | 'refusing'
let storage: Map<string, ProgressReport>
let sent: ProgressReport[]

/** A server that returns revision 7 for every work. */
async function send(reports: readonly ProgressReport[]): Promise<SendResult> {
  if (network === 'down') return 'away'
  sent.push(...reports)
  return network === 'refusing' ? 'refused' : { revisions: new Map([['W0', 7]]) }
}

const nameOf = ({ playId, fileId }: ProgressReport) => `${playId} ${fileId}`
const storedReports = () => [...storage.values()]

function create(page = ''): ProgressReports {
  let minted = 0
  return new ProgressReports({
    now: () => nowMs,
    mintId: () => `play-${page}${nowMs}-${minted++}`,
    isOn: () => isOn,
    send,
    outbox: {
      recall: storedReports,
      keep: (report) => {
        storage.delete(nameOf(report))
        storage.set(nameOf(report), report)
      },
      drop: (report) => {
        if (storage.get(nameOf(report))?.n === report.n) storage.delete(nameOf(report))
      },
      clear: () => storage.clear(),
    },
  })
}

let reports: ProgressReports
beforeEach(() => {
  ;[nowMs, isOn, network, storage, sent] = [1_000_000, true, 'up', new Map(), []]
  reports = create()
})

/** Simulates playback with four time updates per second, as an element sends them. */
async function listen(from: number, to: number, of = item(1)): Promise<void> {
  for (let time = from; time <= to; time += 0.25) {
    reports.sounds(of, time)
    nowMs += 250
    await settled()
  }
}

/** Lets pending promises settle. */
const settled = async () => {
  for (let turns = 0; turns < 8; turns += 1) await Promise.resolve()
}

const said = () => sent.map(({ kind, fileId, position, n }) => `${n} ${kind} ${fileId} ${position}`)

describe('a play', () => {
  test('is reported as it begins, every ten seconds, and as it stops', async () => {
    await listen(0, 25)
    reports.stopped(item(1), 25.5)
    await settled()
    expect(reportIntervalMs).toBe(10_000)
    expect(said()).toEqual(['0 beat t1 0', '1 beat t1 10', '2 beat t1 20', '3 pause t1 25.5'])
    expect(sent.at(-1)).toMatchObject({
      listened: 25,
      play: { basedOn: 0, fileId: 't1', position: 0, chosen: false },
    })
    expect(new Set(sent.map(({ playId }) => playId)).size).toBe(1)
    expect(storedReports()).toEqual([])
  })

  test('is another one after each stop, based on what the server has said by then', async () => {
    await listen(0, 5)
    reports.stopped(item(1), 5)
    await listen(5, 8)
    expect(new Set(sent.map(({ playId }) => playId)).size).toBe(2)
    expect(sent.at(-1)?.play).toMatchObject({ basedOn: 7, position: 5, chosen: false })
    reports.noteRevision('W0', 9)
    reports.noteRevision('W0', 8)
    reports.stopped(item(1), 8)
    await listen(8, 9)
    expect(sent.at(-1)?.play.basedOn).toBe(9)
  })

  test('begins where its listener chose, if they did while it was silent', async () => {
    reports.chose(item(2), 60)
    await listen(60, 61, item(2))
    expect(sent.at(-1)?.play).toMatchObject({ fileId: 't2', position: 60, chosen: true })
  })

  test('says every jump, and counts none as listened', async () => {
    await listen(0, 5)
    reports.chose(item(1), 2)
    await listen(2, 4)
    reports.chose(item(1), 200)
    await listen(200, 201)
    reports.stopped(item(1), 201)
    await settled()
    expect(said()).toEqual(['0 beat t1 0', '1 seek t1 2', '2 seek t1 200', '3 pause t1 201'])
    expect(sent.at(-1)?.listened).toBe(8)
  })

  test('goes on with the next track, and ends with the last one', async () => {
    await listen(0, 2)
    reports.stopped(item(1), 2)
    reports.ended(item(1), 2, false)
    await listen(0, 1, item(2))
    reports.stopped(item(2), 1)
    reports.ended(item(2), 1, true)
    await listen(0, 1, item(1))
    expect(said().slice(1)).toEqual([
      '1 pause t1 2',
      '2 end t1 2',
      '3 seek t2 0',
      '4 pause t2 1',
      '5 finish t2 1',
      '0 beat t1 0',
    ])
  })

  test('of another work is another one, and what was heard of the first is reported', async () => {
    await listen(0, 4)
    reports.chose(item(1, 'W1'), 0)
    await listen(0, 1, item(1, 'W1'))
    expect(said()).toEqual(['0 beat t1 0', '1 pause t1 4', '0 beat t1 0'])
    expect(new Set(sent.map(({ playId }) => playId)).size).toBe(2)
  })

  test('is reported once more as the page is left', async () => {
    await listen(0, 4)
    reports.leave()
    await settled()
    expect(said().at(-1)).toBe('1 beat t1 4')
  })
})

describe('without a network', () => {
  test('the latest of each play waits, a jump stays one, and all is sent once there is one', async () => {
    network = 'down'
    await listen(0, 15)
    reports.chose(item(1), 3)
    await listen(3, 20)
    reports.stopped(item(1), 20)
    await listen(20, 22)
    expect(sent).toEqual([])
    expect(storedReports().map(({ kind, position }) => [kind, position])).toEqual([
      ['seek', 20],
      ['beat', 20],
    ])
    network = 'up'
    await reports.flush()
    expect(sent.map(({ position }) => position)).toEqual([20, 20])
    expect(storedReports()).toEqual([])
    await reports.flush()
    expect(sent).toHaveLength(2)
  })

  test('what waits outlives the page', async () => {
    network = 'down'
    await listen(0, 15)
    reports = create()
    network = 'up'
    await reports.flush()
    expect(said()).toEqual(['1 beat t1 10'])
  })

  test('two pages without a network keep all of both, and a third one sends it', async () => {
    network = 'down'
    const other = create('other-')
    await listen(0, 15)
    other.sounds(item(1, 'W1'), 3)
    await listen(15, 30)
    other.sounds(item(1, 'W1'), 3.25)
    other.leave()
    await settled()
    expect(storedReports()).toHaveLength(2)
    network = 'up'
    const third = create('third-')
    await third.flush()
    expect(sent.map(({ position }) => position).toSorted((one, two) => one - two)).toEqual([3.25, 29.75])
    expect(storedReports()).toEqual([])
  })

  test('what a page sends for another one deletes nothing that is newer, and what it left is taken over', async () => {
    network = 'down'
    await listen(0, 15)
    const other = create('other-')
    await listen(15, 30)
    network = 'up'
    await other.flush()
    expect(said()).toEqual(['1 beat t1 10'])
    expect(storedReports().map(({ position }) => position)).toEqual([29.75])
    other.adopt()
    await other.flush()
    expect(said().at(-1)).toBe('3 beat t1 29.75')
    expect(storedReports()).toEqual([])
  })

  test('an evening of very many plays keeps the latest', async () => {
    network = 'down'
    for (let at = 0; at < 400; at += 1) {
      await listen(at, at)
      reports.stopped(item(1), at)
    }
    expect(storedReports()).toHaveLength(300)
    expect(storedReports().at(-1)?.position).toBe(399)
    await settled()
    network = 'up'
    await reports.flush()
    expect(sent).toHaveLength(300)
  })
})

test('what the server refuses is not sent again', async () => {
  network = 'refusing'
  await listen(0, 1)
  await reports.flush()
  expect(sent).toHaveLength(1)
  expect(storedReports()).toEqual([])
})

test('nothing is kept of a visitor, nor of somebody else', async () => {
  isOn = false
  await listen(0, 20)
  expect([...storedReports(), ...sent]).toEqual([])
  isOn = true
  network = 'down'
  await listen(20, 21)
  expect(storedReports()).toHaveLength(1)
  reports.forget()
  network = 'up'
  await reports.flush()
  expect([...storedReports(), ...sent]).toEqual([])
})
