/**
 * A reader of unique lists in its own process, so that it does not count other work of its benchmark. For each line on stdin it prints the
 * lists since the last line, each as two times: milliseconds, and milliseconds without waits for a core. These are waits of the server's
 * main thread and of this one, as counted by Linux. Arguments: origin, process ID of the server, number of works, lists to skip, and the
 * pause between two in milliseconds.
 */
import { openSync, readSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { listUrls } from './list-urls.ts'

const [origin = '', server = '', works = '', skipped = '', pauseMs = ''] = process.argv.slice(2)
const supply = listUrls(Number(works))
for (let at = 0; at < Number(skipped); at++) supply.next()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const waits = [process.pid, Number(server)].map(waitReader)
const waited = () => waits.reduce((sum, read) => sum + read(), 0)
let times: { ms: number; heldMs: number }[] = []
let isOver = false
const lines = createInterface({ input: process.stdin })
lines.on('line', () => {
  console.log(JSON.stringify(times))
  times = []
})
lines.once('close', () => {
  isOver = true
})

while (!isOver) {
  const before = waited()
  const began = performance.now()
  await read(supply.next().value)
  const ms = performance.now() - began
  times.push({ ms, heldMs: Math.max(0, ms - (waited() - before)) })
  await setTimeout(Number(pauseMs))
}
agent.destroy()

function read(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(origin + address, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${address}`))
      response.resume().once('end', resolve)
    })
      .once('error', reject)
      .end()
  })
}

/** Returns a function for the milliseconds that the main thread of a process has waited for a core (see `loop-monitor.mjs`). */
function waitReader(pid: number): () => number {
  const handle = openSync(`/proc/${pid}/task/${pid}/schedstat`, 'r')
  const bytes = Buffer.alloc(64)
  return () => {
    const size = readSync(handle, bytes, 0, bytes.length, 0)
    return Number(bytes.toString('latin1', 0, size).split(' ')[1]) / 1e6
  }
}
