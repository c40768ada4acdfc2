/** Metrics are counted where somebody looks: counting costs little, and nothing at all where nobody does. */
import type { Config } from '../config.ts'

export const hasMetrics = ({ metricsToken, metricsPort }: Config): boolean =>
  metricsToken !== undefined || metricsPort !== undefined
