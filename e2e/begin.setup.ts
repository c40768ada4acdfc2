/** Global set-up: data folders to copy, one browser, and one server for journeys that only read. */
import { demoFolder, makeBeforeAll, makeDemo } from './begin.ts'
import { shareBrowser } from './browser.ts'
import { shareServer } from './journey.ts'
import { makePeopled } from './people.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const remove = await makeBeforeAll({ demo: makeDemo, people: makePeopled })
  const stop = await shareServer(await demoFolder())
  const browser = await shareBrowser()
  return async () => {
    await browser.close()
    await stop()
    await remove()
  }
}
