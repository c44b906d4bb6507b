/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const server = "127.0.0.1:8000";

/** The display face is free to use and to pass on, together with its licence. */
const fontLicence: Plugin = {
  name: "font-licence",
  generateBundle() {
    const source = readFileSync("node_modules/@fontsource/cinzel/LICENSE");
    this.emitFile({ type: "asset", fileName: "assets/cinzel-LICENSE.txt", source });
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), fontLicence],
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/incangold/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: `http://${server}` },
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
}));
