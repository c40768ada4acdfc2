/**
 * One reader of lists that nobody sent before, in a process of its own: what else its bench does must not be counted. For each
 * line that it is sent it prints the milliseconds of the lists since the last one. Arguments: the origin, how many works there
 * are, how many lists were read before, and the pause between two in milliseconds.
 */
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { addresses } from './http-mix.ts'

const [origin = '', works = '', before = '', pauseMs = ''] = process.argv.slice(2)
const supply = addresses(Number(works))
for (let at = 0; at < Number(before); at++) supply.next()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let times: number[] = []
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
  const began = performance.now()
  await read(supply.next().value)
  times.push(performance.now() - began)
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
