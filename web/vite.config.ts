/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
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
