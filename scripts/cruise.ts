/** Runs dependency-cruiser with the project's rules and returns the violations. */
import { createRequire } from 'node:module'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { featureCircles } from './feature-circles.ts'

export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

/** `paths` are relative to the working directory, which is the root of the repository or a folder with the same layout. */
export async function cruiseRepository(
  paths: string[],
): Promise<{ modules: number; violations: Violation[] }> {
  const { options, ...ruleSet } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const { enhancedResolveOptions, ...cruiseOptions } = options
  const result = await cruise(
    paths,
    { ...cruiseOptions, ruleSet, validate: true },
    { ...enhancedResolveOptions },
    { tsConfig: extractTSConfig(cruiseOptions.tsConfig.fileName) },
  )
  if (typeof result.output === 'string') throw new Error('dependency-cruiser returned text')
  const { modules, summary } = result.output
  const imports = modules
    .filter(({ source }) => !isTest(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    )
  const circles = featureCircles(imports).map((circle) => ({
    rule: 'no-circle-between-features',
    from: circle[0] ?? '',
    to: circle.slice(1).join(', '),
  }))
  return {
    modules: modules.filter(({ source }) => source.startsWith('packages/')).length,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...circles,
    ],
  }
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path)
