/** Real test data, or generated data of the same shape if there is none. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createRandom } from '../random.ts'

const Recording = v.object({
  id: v.number(),
  title: v.string(),
  language: v.nullish(v.string()),
  /** Seconds. */
  duration: v.nullish(v.number()),
  author_id: v.nullish(v.string()),
  author: v.nullish(v.string()),
  genre: v.nullish(v.string()),
  /** `2015-08-21 19:32:28` */
  published: v.nullish(v.string()),
  downloads: v.nullish(v.number()),
  /** Some readers have no name in the catalog. */
  readers: v.array(v.object({ id: v.number(), name: v.nullable(v.string()) })),
})
export type Recording = v.InferOutput<typeof Recording>

const folder = process.env.KOEDANA_TEST_DATA

export const hasRealData = folder !== undefined

export function readRecordings(): Recording[] {
  if (folder === undefined) return generateRecordings()
  const text = readFileSync(join(folder, 'librivox', 'librivox_2017.jsonl'), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => v.parse(Recording, JSON.parse(line)))
}

/** Returns the parsed JSON of a saved marketplace response; undefined without real data. */
export const readMarketplace = (name: string): unknown =>
  folder === undefined ? undefined : JSON.parse(readFileSync(join(folder, 'dlsite', name), 'utf8'))

const recordingCount = 9_715
const genres = [
  'Poetry',
  'Short works',
  'Tragedy',
  'Children',
  'History',
  'Science fiction',
  'Travel',
  'Essays',
]
const languages = ['English', 'German', 'French', 'Spanish', 'Chinese', 'Japanese', 'Dutch']

/** Generates as many recordings, readers and links as the real catalog has, with the same skew. */
function generateRecordings(): Recording[] {
  const random = createRandom(2017)
  return Array.from({ length: recordingCount }, (_, at) => {
    const author = random.skewed(2_000)
    const readers = new Set(Array.from({ length: 1 + random.skewed(12) }, () => random.skewed(7_240)))
    return {
      id: at + 1,
      title: `Recording ${at + 1}`,
      language: languages[random.skewed(languages.length)] ?? 'English',
      duration: 300 + random.below(40_000),
      author_id: String(author),
      author: `Author ${author}`,
      genre: genres[random.skewed(genres.length)] ?? 'Poetry',
      published: `${2005 + random.below(12)}-0${1 + random.below(9)}-1${random.below(10)} 12:00:00`,
      downloads: random.below(50_000),
      readers: [...readers].map((id) => ({ id, name: `Reader ${id}` })),
    }
  })
}
