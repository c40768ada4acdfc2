/** The walks in ARCHITECTURE.md: numbered steps below a heading, each with the files involved. */

export const walks = {
  filter: 'How a filter becomes a bitset',
  playedByte: 'How a played byte leaves the disk',
} as const

/** Returns the files of a walk, relative to the root of the repository. */
export function filesOfWalk(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`## ${heading}\n`)
  const [walk = ''] = section.split('\n## ')
  const steps = walk.split('\n').filter((line) => /^\d+\. /.test(line))
  return steps.flatMap((step) => [...step.matchAll(/`(packages\/[^`]+)`/g)].flatMap(([, path]) => path ?? []))
}
