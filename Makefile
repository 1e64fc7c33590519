# jcp: `make demo` and `make test` need nothing but make; scripts/setup.sh finds or names the rest.
# CARGO_TARGET_DIR is respected. `make corpus JDK="17 25" ONLY="NAME NAME:2"` chooses among the corpus runs,
# `make fuzz RUNS=1000 TARGETS="jar pattern"` among the fuzz targets, `make bench-points-to BENCH_OPTIONS=--fresh` runs
# all its analyses again.

TARGET := $(or $(CARGO_TARGET_DIR),target)
WITH := scripts/setup.sh
RUNS ?= 1000000

.PHONY: help demo test test-all dist plugins fuzz lint bench bench-points-to bench-slice bench-explore bench-contexts doc corpus paper runtime fmt clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 24

demo: ## instrument a long-running example, replay it and show the times
	@$(WITH) scripts/demo.sh

test: ## the tests: unit, integration, differential, other compilers; of what repeats one kind a share
	@$(WITH) --tested --compilers scripts/test.sh

test-all: ## the same tests in full: each on all JDKs, all programs of a kind, regions one by one, more random programs
	@JCP_ALL=1 $(WITH) --tested --compilers scripts/test.sh

fuzz: ## RUNS inputs (default 1000000) for each fuzz target; needs nightly Rust and cargo-fuzz
	@RUNS=$(RUNS) $(WITH) scripts/fuzz.sh $(TARGETS)

dist: ## target/dist/jcp-…-linux.tar.gz: the command, statically linked, with manual pages and completions
	@$(WITH) scripts/dist.sh

plugins: ## the plug-ins of Maven and Gradle and the annotation, into Maven's local repository; needs mvn
	@$(WITH) scripts/plugins.sh

lint: ## format, clippy, documentation, javac -Xlint, licences; warnings are errors
	@$(WITH) scripts/lint.sh

bench: ## time of instrumenting, object graphs against other serializers, cost of capturing on the corpus, in docs/bench.md; needs mvn
	@$(WITH) cargo bench --locked --bench instrument
	@$(WITH) scripts/bench_graphs.py $(BENCH_OPTIONS)
	@$(WITH) cargo build --locked --release
	@$(WITH) scripts/bench_overhead.py

bench-points-to: ## points-to analysis of jcp and of Tai-e side by side, in docs/points-to.md; needs mvn
	@$(WITH) cargo build --locked --release
	@$(WITH) scripts/bench_points_to.py $(BENCH_OPTIONS)

bench-slice: ## slices by jcp and by WALA at the same lines, in docs/slice.md; needs mvn
	@$(WITH) cargo build --locked --release
	@$(WITH) scripts/bench_slice.py $(BENCH_OPTIONS)

bench-explore: ## small programs under schedules by jcp and by Lincheck, in docs/explore.md; needs mvn
	@$(WITH) cargo build --locked --release
	@$(WITH) scripts/bench_explore.py $(BENCH_OPTIONS)

bench-contexts: ## slices with contexts and without, from many lines of programs of the corpus, in docs/slice.md
	@$(WITH) scripts/bench_contexts.py $(BENCH_OPTIONS)

doc: ## the library's documentation, in target/doc
	@$(WITH) cargo doc --locked --no-deps --document-private-items

corpus: ## verify the real programs of ../shared/corpus and write docs/corpus.md
	@$(WITH) cargo build --locked --release
	@$(WITH) scripts/corpus.py $(addprefix --jdk ,$(JDK)) $(addprefix --only ,$(ONLY))

paper: ## the tables of the paper that jcp follows, on the corpus and on Soot, in docs/paper.md; needs mvn
	@$(WITH) cargo build --locked --release
	@$(WITH) scripts/paper.py $(PAPER_OPTIONS)

runtime: ## compile the Java runtime into target/runtime/jcp-runtime.jar
	@$(WITH) scripts/runtime.sh $(TARGET)/runtime/jcp-runtime.jar

fmt: ## format the Rust sources
	@$(WITH) cargo fmt

clean: ## remove all that was built
	cargo clean
	rm -rf target
