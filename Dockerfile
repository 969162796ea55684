FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
# The command is bundled with everything that it imports, so it needs no node_modules.
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
USER node
EXPOSE 4000
CMD ["node", "--max-semi-space-size=64", "dist/cli.js", "serve"]
