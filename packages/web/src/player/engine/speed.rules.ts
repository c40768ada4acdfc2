/** Playback speeds, in steps of 0.05. */
const [minSpeed, maxSpeed, stepsInOne] = [0.5, 3, 20]

export const speedStep = (speed: number, by: 1 | -1): number =>
  Math.min(maxSpeed, Math.max(minSpeed, (Math.round(speed * stepsInOne) + by) / stepsInOne))
