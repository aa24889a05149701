// Runs Lighthouse over addresses in one browser, as on a phone, and prints what it found on each page, as JSON.
//
//     node lighthouse.mjs FOLDER-OF-LIGHTHOUSE PORT-OF-CHROMIUM ADDRESS…
import path from "node:path";

const [folder, port, ...addresses] = process.argv.slice(2);
const { default: lighthouse } = await import(path.join(folder, "core/index.js"));

const SHIFT = "cumulative-layout-shift", WEIGHT = "total-byte-weight";
const OF_PICTURES = ["unsized-images", "image-size-responsive"];
const options = {
    port,
    logLevel: "error",
    disableFullPageScreenshot: true,
    throttlingMethod: "provided",
    onlyCategories: ["accessibility", "best-practices", "seo"],
    onlyAudits: [SHIFT, WEIGHT, ...OF_PICTURES],
};

const isBad = audits => id => audits[id].scoreDisplayMode === "error" || (audits[id].score ?? 1) < 1;

const found = {};
for (const address of addresses) {
    const { categories, audits } = (await lighthouse(address, options)).lhr;
    const counted = Object.values(categories).flatMap(each => each.auditRefs).filter(({ weight }) => weight);
    const failed = new Set([...counted.map(({ id }) => id), ...OF_PICTURES].filter(isBad(audits)));
    const first = id => audits[id].details?.items?.[0]?.node?.snippet ?? audits[id].errorMessage ?? "";
    found[address] = {
        failed: [...failed].map(id => `${id}: ${first(id)}`),
        shift: audits[SHIFT].numericValue,
        kB: Math.round(audits[WEIGHT].numericValue / 1000),
    };
}
console.log(JSON.stringify(found));
