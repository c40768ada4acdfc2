/** A catalog file of generated works, cached between runs. */
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateWorks } from './generate.ts'

/** Returns the cached file, or writes it; the folder may not exist yet. */
export async function feedFile(folder: string, works: number): Promise<string> {
  const file = join(folder, `feed-${works}-v3.jsonl`)
  if (existsSync(file)) return file
  console.log(`Writing a feed of ${works} works …`)
  mkdirSync(folder, { recursive: true })
  await pipeline(Readable.from(linesOf(works)), createWriteStream(`${file}.unfinished`))
  renameSync(`${file}.unfinished`, file)
  return file
}

/** Yields chunks of about a mebibyte: one chunk per line would spend more time on the stream than on the line. */
function* linesOf(works: number): Iterable<string> {
  let text = ''
  for (const work of generateWorks(works)) {
    text += `${JSON.stringify(work)}\n`
    if (text.length > 1 << 20) {
      yield text
      text = ''
    }
  }
  yield text
}
