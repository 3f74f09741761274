/**
 * `npm run bench:core`: the CPU time of the pure decisions of a message's life. It hardly depends on what else the machine
 * does.
 */
import * as PureLife from "./PureLife.ts"

const measured = PureLife.measure()
console.log(`node ${process.version}\n${PureLife.show(measured)}\n${JSON.stringify(measured)}`)
