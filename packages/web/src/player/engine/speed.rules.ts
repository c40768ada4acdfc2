/** Playback speeds, in steps of 0.05. */
const [slowest, fastest, stepsInOne] = [0.5, 3, 20]

export const speedStep = (speed: number, by: 1 | -1): number =>
  Math.min(fastest, Math.max(slowest, (Math.round(speed * stepsInOne) + by) / stepsInOne))
