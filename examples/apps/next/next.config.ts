import type { NextConfig } from "next"

const config: NextConfig = { serverExternalPackages: ["signalbox"] }

export default config
